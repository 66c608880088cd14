package io.fusebox.testapp.scenario;

import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/** How a breaker finds its way back. */
final class ProbeScenarios {

  /** A little longer than the policies' breakers stay open. */
  private static final long OPEN_MILLIS = 1700;

  private ProbeScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    Series.start(
        suite,
        "probes.close",
        "five-probes",
        calls -> calls.busy(2).ok(100).pause(OPEN_MILLIS).ok(3).busy(1).ok(1));
    Series.start(
        suite,
        "probes.reopen",
        "five-probes",
        calls -> calls.busy(2).pause(OPEN_MILLIS).busy(3).ok(2).pause(OPEN_MILLIS).ok(4));
    Series.start(
        suite,
        "probes.one",
        "one-probe",
        calls -> calls.busy(1).pause(OPEN_MILLIS).busy(1).ok(1).pause(OPEN_MILLIS).ok(2));
    Series.start(
        suite,
        "probes.doubling",
        "doubling",
        // Open for 1 s, then for 2.
        calls -> calls.busy(1).pause(1200).busy(1).pause(1200).ok(1).pause(1200).ok(2));
    Series.start(
        suite,
        "probes.stampede",
        "five-probes",
        calls -> calls.busy(2).pause(OPEN_MILLIS).atOnce("slow?delay=5000", 200));
    Series.start(suite, "probes.hung", "lease", ProbeScenarios::hung);
    Series.start(suite, "probes.timed-out", "lease", ProbeScenarios::timedOut);
    Series.start(suite, "probes.cancelled", "five-probes", ProbeScenarios::cancelled);
    Series.start(
        suite,
        "probes.neutral",
        "one-probe",
        calls -> calls.busy(1).pause(OPEN_MILLIS).status(429, 3).ok(2));
    Series.start(suite, "probes.late", "five-probes", ProbeScenarios::late);
    Series.start(suite, "probes.stream", "one-probe", ProbeScenarios::stream);
    Series.start(suite, "probes.body", "one-probe", ProbeScenarios::body);
    Series.start(suite, "probes.long-body", "lease", ProbeScenarios::longBody);
    Series.start(suite, "probes.closed-unread", "five-probes", calls -> closed(calls, 0));
    Series.start(suite, "probes.closed-early", "five-probes", calls -> closed(calls, 1));
  }

  /** The head has come in time and the body never ends: only the lease gives the place back. */
  private static Object hung(Series calls) throws Exception {
    calls.busy(1).pause(OPEN_MILLIS);
    List<Pending> probe = calls.begin("stall-after-head", 1);
    calls.pause(300).ok(2).pause(1500).ok(2);
    calls.say(probe.get(0).isOver() ? "over" : "hangs");
    probe.forEach(Pending::cancel);
    return calls;
  }

  /** The head has come in time, and the body takes longer than the lease. */
  private static Object longBody(Series calls) throws Exception {
    calls.busy(1).pause(OPEN_MILLIS);
    List<Pending> probe = calls.begin("drip?bytes=12&every=300", 1);
    calls.pause(300).ok(1).pause(950).ok(2);
    calls.say(probe.get(0).isOver() ? "over" : "arrives");
    probe.forEach(Pending::cancel);
    return calls;
  }

  private static Object timedOut(Series calls) throws Exception {
    return calls.busy(1).pause(OPEN_MILLIS).get("silent", 1).ok(1).pause(OPEN_MILLIS).ok(2);
  }

  /** As many again are let through, and no more. */
  private static Object cancelled(Series calls) throws Exception {
    calls.busy(2).pause(OPEN_MILLIS);
    for (int i = 0; i < 2; i++) {
      List<Pending> probes = calls.begin("silent", 5);
      calls.pause(400).ok(1);
      probes.forEach(Pending::cancel);
      calls.ended(probes).pause(300);
    }
    return calls.atOnce("slow?delay=1000", 12);
  }

  /** What was begun while it was closed says nothing about the probes. */
  private static Object late(Series calls) throws Exception {
    List<Pending> old = calls.begin("slow?delay=3000&status=503", 5);
    calls.pause(300).busy(2).pause(OPEN_MILLIS).ok(1);
    return calls.ended(old).ok(3);
  }

  /** An event stream has answered with its head. */
  private static Object stream(Series calls) throws Exception {
    calls.busy(1).pause(OPEN_MILLIS);
    HttpResponse<InputStream> events =
        calls.open("events?count=20&every=200", BodyHandlers.ofInputStream());
    calls.say("head " + events.statusCode()).ok(3);
    calls.say(Series.text(events).length() > 100 ? "whole" : "broken");
    return calls;
  }

  /** Half open it lets five through, closed it lets all. */
  private static Object closed(Series calls, int bytes) throws Exception {
    calls.busy(2).pause(OPEN_MILLIS).closedAfter(bytes, "bytes?size=2000000", 5);
    return calls.say("then").pause(300).atOnce("slow?delay=1500", 12);
  }

  /** Any other body has answered with its last byte. */
  private static Object body(Series calls) throws Exception {
    calls.busy(1).pause(OPEN_MILLIS);
    HttpResponse<InputStream> body = calls.open("drip?every=50", BodyHandlers.ofInputStream());
    calls.say("head " + body.statusCode()).ok(2);
    calls.say(Series.text(body).length() == 10 ? "whole" : "broken").pause(100).ok(2);
    return calls;
  }
}
