package io.fusebox.testapp.soak;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Requests that say in their {@code id} how often they may come, and what the server says of how
 * often they did. The requests may be made by any thread.
 */
final class Sends {

  /** Nobody listens there. */
  static final String REFUSED = "refused";

  private static final String NOBODY = "127.0.0.1:1";

  private final SoakServer server;
  private final Tally tally;
  private final AtomicLong serial = new AtomicLong();

  Sends(SoakServer server, Tally tally) {
    this.server = server;
    this.tally = tally;
  }

  HttpRequest get(SoakPolicy policy, String fault) {
    return HttpRequest.newBuilder(uri(policy, fault, policy.mostSends(false))).build();
  }

  HttpRequest post(SoakPolicy policy, String fault) {
    return HttpRequest.newBuilder(uri(policy, fault, policy.mostSends(true)))
        .POST(BodyPublishers.ofString("amount=1"))
        .build();
  }

  private URI uri(SoakPolicy policy, String fault, int most) {
    String host = fault.equals(REFUSED) ? NOBODY : "127.0.0.1:" + server.port();
    String separator = fault.indexOf('?') < 0 ? "?" : "&";
    String id = policy + "-" + most + "-" + serial.incrementAndGet();
    // Each hop of a redirect comes with its id: those are not counted.
    String counted = fault.startsWith("redirect") ? "" : separator + "id=" + id;
    return URI.create("http://" + host + policy.path() + fault + counted);
  }

  /** Asks the server about all requests that were sent since, and which are over. */
  void judge() throws IOException {
    for (Map.Entry<String, Integer> arrived : server.takeArrivals().entrySet()) {
      String[] id = arrived.getKey().split("-", -1);
      int times = arrived.getValue();
      if (id.length == 3) {
        SoakPolicy policy = SoakPolicy.valueOf(id[0]);
        if (policy.retries()) {
          tally.add(policy, Outcomes.RESENT, times - 1);
        }
        if (times > Integer.parseInt(id[1])) {
          String what = "under " + policy + " sent more often than " + id[1] + " times";
          tally.wrong(what, what + ": " + times);
        }
      }
    }
  }

  /** Nothing may have been sent since the last judgement: nobody called. */
  void judgeSilence() throws IOException {
    Map<String, Integer> late = server.takeArrivals();
    if (!late.isEmpty()) {
      tally.wrong("late", "sent when all calls were over: " + late.size() + " requests, " + late);
    }
  }
}
