package io.fusebox.agent;

import io.fusebox.engine.Clock;
import io.fusebox.engine.Counters;
import io.fusebox.engine.Counters.Event;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Says at the JVM's exit what was cut, or would have been, a line for each policy that did; and
 * what went wrong with us. Registered by the first call that arms something and by the first fault:
 * an application of which nothing is governed gets no hook.
 */
final class ExitSummary implements PrivilegedAction<@Nullable Void> {

  private final Counters counters;
  private final Log log;
  private final ThreadFactory threads;
  private final AtomicBoolean registered = new AtomicBoolean();

  ExitSummary(Counters counters, Log log, ThreadFactory threads) {
    this.threads = threads;
    this.counters = counters;
    this.log = log;
  }

  /** Makes sure that it is said. */
  void register() {
    if (registered.compareAndSet(false, true)) {
      AccessController.doPrivileged(this);
    }
  }

  /** Registers, with the agent's own rights. */
  @Override
  public @Nullable Void run() {
    try {
      Runtime.getRuntime().addShutdownHook(threads.newThread(new Saying()));
    } catch (IllegalStateException exiting) {
      // The first thing to sum up is done by the shutdown itself: there is no summary then.
      return null;
    }
    return null;
  }

  private final class Saying implements Runnable {
    @Override
    public void run() {
      log.flush();
      for (String subject : counters.subjects()) {
        say(subject, Event.CUTS, " cut: ");
        say(subject, Event.WOULD_CUT, " would have been cut: ");
      }
      long faults = counters.get(Counters.AGENT, Event.FAULTS);
      if (faults > 0) {
        log.line(
            "at exit: "
                + faults
                + (faults == 1 ? " fault" : " faults")
                + " of the agent; those calls went on unprotected");
      }
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
