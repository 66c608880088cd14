package io.fusebox.testapp.soak;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Calls until its time is over: any fault, under any policy, in any way. One thread. */
final class SoakCaller implements Runnable {

  /**
   * The good ones more often, for connections that are kept need them. Not {@code garbage}: without
   * the agent too the client of JDK 17 never closes a connection on which no HTTP was spoken.
   */
  private static final String[] FAULTS = {
    "ok",
    "ok",
    "ok",
    "ok",
    "ok",
    "ok",
    "chunked",
    "bytes?size=300000",
    "redirect?hops=2&delay=20",
    "sequence?of=503.200",
    "sequence?of=reset.200",
    "slow?delay=0&status=503",
    "stall-after-head?status=503",
    "silent",
    "drip",
    "drip-head",
    "stall-after-head",
    "close",
    "half-close",
    "reset",
    Sends.REFUSED
  };

  private static final int ONE_POST_IN = 4;

  private final HttpClient client;
  private final Sends sends;
  private final Tally tally;
  private final Random random;
  private final long end;

  /**
   * Makes one.
   *
   * @param seed what it does is chance, and the same with the same one
   * @param end a {@code nanoTime}
   */
  SoakCaller(HttpClient client, Sends sends, Tally tally, long seed, long end) {
    this.client = client;
    this.sends = sends;
    this.tally = tally;
    this.random = new Random(seed);
    this.end = end;
  }

  @Override
  public void run() {
    try {
      while (System.nanoTime() - end < 0) {
        call(any(SoakPolicy.values()), any(FAULTS), any(SoakCall.values()));
      }
    } catch (InterruptedException e) {
      // Called off: whoever did it says so.
      return;
    }
  }

  private void call(SoakPolicy policy, String fault, SoakCall way) throws InterruptedException {
    HttpRequest request =
        random.nextInt(ONE_POST_IN) == 0 ? sends.post(policy, fault) : sends.get(policy, fault);
    long start = System.nanoTime();
    String outcome;
    Object evidence;
    try {
      HttpResponse<?> response = way.make(client, request);
      evidence = response;
      outcome = Outcomes.of(response);
    } catch (IOException | RuntimeException e) {
      evidence = e;
      outcome = Outcomes.of(e);
    }
    tally.count(policy, outcome, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    if (!isExplained(policy, fault, way, outcome)) {
      String what = request.method() + " " + fault + " under " + policy + ", " + way;
      tally.wrong(what + outcome, what + ": " + outcome + ": " + evidence);
    }
  }

  /** Whether a call may end so. To be cut is never wrong: other things run on the machine, too. */
  private static boolean isExplained(
      SoakPolicy policy, String fault, SoakCall way, String outcome) {
    switch (outcome) {
      case Outcomes.GOOD:
      case Outcomes.CUT:
        return true;
      case Outcomes.CANCELLED:
        return way == SoakCall.CANCELLED;
      case Outcomes.REJECTED:
        return (policy.hasBreaker() || policy.hasBulkhead()) && !policy.fallsBack();
      case Outcomes.MADE_UP:
        return policy.fallsBack();
      case Outcomes.BUSY:
        return fault.contains("503") && !policy.fallsBack();
      case Outcomes.FAILED:
        return isRude(fault);
      default:
        return false;
    }
  }

  private static boolean isRude(String fault) {
    return fault.equals(Sends.REFUSED) || fault.contains("close") || fault.contains("reset");
  }

  private <T> T any(T[] all) {
    return all[random.nextInt(all.length)];
  }
}
