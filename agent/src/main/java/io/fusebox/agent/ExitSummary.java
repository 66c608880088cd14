package io.fusebox.agent;

import io.fusebox.engine.Clock;
import io.fusebox.engine.Counters;
import io.fusebox.engine.Counters.Event;

/** Says at the JVM's exit what was cut, or would have been: a line for each policy that did. */
final class ExitSummary implements Runnable {

  private final Counters counters;
  private final Log log;

  ExitSummary(Counters counters, Log log) {
    this.counters = counters;
    this.log = log;
  }

  @Override
  public void run() {
    for (String subject : counters.subjects()) {
      say(subject, Event.CUTS, " cut: ");
      say(subject, Event.WOULD_CUT, " would have been cut: ");
    }
    long faults = counters.get(Counters.AGENT, Event.FAULTS);
    if (faults > 0) {
      log.line("at exit: " + faults + " faults of the agent; those calls went on unprotected");
    }
  }

  private void say(String policy, Event event, String words) {
    long calls = counters.get(policy, Event.CALLS);
    long count = counters.get(policy, event);
    if (calls == 0 || count == 0) {
      return;
    }
    StringBuilder line = new StringBuilder("at exit: policy ").append(policy);
    line.append(": ").append(calls).append(calls == 1 ? " call, " : " calls, ");
    line.append(count).append(words);
    String separator = "";
    for (Clock clock : Clock.values()) {
      long of = counters.get(policy + ' ' + clock.key(), event);
      if (of > 0) {
        line.append(separator).append(clock.key()).append(' ').append(of);
        separator = ", ";
      }
    }
    log.line(line.toString());
  }
}
