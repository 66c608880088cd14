package io.fusebox.testapp.soak;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;

/**
 * Whether each policy admits, when all faults are over, what it admitted at first: no less, for
 * what a call has not given back is missing now, and no more, for what it has given back twice is
 * there twice. One thread.
 */
final class Permits {

  /** More than a breaker is open, a probe may be lost, and a budget remembers. */
  private static final long RECOVERY_SECONDS = 15;

  private static final long PAUSE_MILLIS = 50;
  private static final int IN_A_ROW = 5;
  private static final int TRIES = 100;

  /** Keeps its place until it is closed: nothing but read bounds an event stream after its head. */
  private static final String LASTING = "events?every=20&count=5000";

  private final HttpClient client;
  private final Sends sends;
  private final Tally tally;

  Permits(HttpClient client, Sends sends, Tally tally) {
    this.client = client;
    this.sends = sends;
    this.tally = tally;
  }

  void check() throws IOException, InterruptedException, JMException {
    for (SoakPolicy policy : SoakPolicy.values()) {
      recovers(policy);
      if (policy.hasBulkhead()) {
        hasAllPlaces(policy);
        recovers(policy);
      }
      if (policy.hasBreaker()) {
        opens(policy);
        recovers(policy);
      }
    }
  }

  /** Good calls go through: at the latest when breakers have probed and budgets have forgotten. */
  private void recovers(SoakPolicy policy) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(RECOVERY_SECONDS);
    int passed = 0;
    while (passed < IN_A_ROW) {
      String outcome = ofGoodCalls(policy);
      passed = outcome.equals(Outcomes.GOOD) ? passed + 1 : 0;
      if (passed == 0 && System.nanoTime() - end > 0) {
        wrong(policy, "good calls do not go through after " + RECOVERY_SECONDS + " s: " + outcome);
        return;
      }
      if (passed == 0) {
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }

  /**
   * One, and where there are retries one that needs them; in turns, for its failures alone would
   * keep a breaker open.
   */
  private String ofGoodCalls(SoakPolicy policy) throws InterruptedException {
    String outcome = outcome(sends.get(policy, "ok"));
    return outcome.equals(Outcomes.GOOD) && policy.retries()
        ? outcome(sends.get(policy, "sequence?of=503.200"))
        : outcome;
  }

  /** So many operations at once as its bulkhead has places, and the next is rejected. */
  private void hasAllPlaces(SoakPolicy policy)
      throws IOException, InterruptedException, JMException {
    List<InputStream> open = new ArrayList<>();
    int refused = 0;
    // Not at the first refusal: what looks like one may be a call that was late.
    for (int i = 0; refused < IN_A_ROW && i < TRIES; i++) {
      String outcome = opened(policy, open);
      refused += outcome.equals(policy.refusal()) ? 1 : 0;
    }
    if (refused < IN_A_ROW) {
      wrong(policy, "its bulkhead does not reject, with " + open.size() + " operations under way");
    }
    if (open.size() != policy.places()) {
      wrong(policy, open.size() + " places of " + policy.places());
    }
    int seen = Holdings.agentCalls();
    if (seen < open.size()) {
      wrong(policy, "of " + open.size() + " calls of the agent " + seen + " are seen in its heap");
    }
    for (InputStream body : open) {
      body.close();
    }
  }

  /** Begins one that lasts, and adds its body to {@code open} if it is let through. */
  private String opened(SoakPolicy policy, List<InputStream> open)
      throws IOException, InterruptedException {
    try {
      HttpResponse<InputStream> response =
          client.send(sends.get(policy, LASTING), BodyHandlers.ofInputStream());
      String outcome = Outcomes.of(response);
      if (outcome.equals(Outcomes.GOOD)) {
        open.add(response.body());
      } else {
        response.body().close();
      }
      return outcome;
    } catch (IOException e) {
      return Outcomes.of(e);
    }
  }

  /** Failures open its breaker: that it lets everything through is not because it has gone. */
  private void opens(SoakPolicy policy) throws InterruptedException {
    for (int i = 0; i < TRIES; i++) {
      if (outcome(sends.get(policy, "reset")).equals(policy.refusal())) {
        return;
      }
    }
    wrong(policy, TRIES + " failures do not open its breaker");
  }

  private String outcome(HttpRequest request) throws InterruptedException {
    try {
      return Outcomes.of(client.send(request, BodyHandlers.ofString()));
    } catch (IOException e) {
      return Outcomes.of(e);
    }
  }

  private void wrong(SoakPolicy policy, String what) {
    tally.wrong(policy + what, policy + ": " + what);
  }
}
