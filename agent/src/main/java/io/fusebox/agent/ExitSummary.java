package io.fusebox.agent;

import io.fusebox.engine.Clock;
import io.fusebox.engine.Counters;
import io.fusebox.engine.Counters.Event;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Says at the JVM's exit what was cut, or would have been, a line for each policy that did; how
 * many lines were held back; and what went wrong with us. Registered by the first call that arms
 * something and by the first fault: an application of which nothing is governed gets no hook.
 *
 * <p>It is said when all hooks of the application have ended, for they make calls too. One that
 * takes long may be killed before its end, and we with it: so after two seconds of shutdown it is
 * said as it stands, and at the end again what has changed.
 */
final class ExitSummary implements PrivilegedAction<@Nullable Void> {

  private static final long PATIENCE_MILLIS = 2_000;

  /** Nothing waits longer than this for a stderr that takes nothing any more. */
  private static final long LONGEST_WRITING_MILLIS = 500;

  private static final String REFUSED = " refused by the budget";
  private static final String WOULD = " there would have been";

  /** As many kinds of lines that were held back are named. */
  private static final int MOST_KINDS = 20;

  // Fixed at construction.
  private final Counters counters;
  private final Throttle throttle;
  private final Log log;
  private final ThreadFactory threads;
  private final AtomicBoolean registered = new AtomicBoolean();

  // Guarded by this.
  private final Set<String> said = new HashSet<>();

  ExitSummary(Counters counters, Throttle throttle, Log log, ThreadFactory threads) {
    this.counters = counters;
    this.throttle = throttle;
    this.log = log;
    this.threads = threads;
  }

  /** Makes sure that it is said. */
  void register() {
    if (registered.compareAndSet(false, true)) {
      boolean done = false;
      try {
        AccessController.doPrivileged(this);
        done = true;
      } finally {
        // No thread to be had now: the next one tries again.
        registered.set(done);
      }
    }
  }

  /** Registers, with the agent's own rights. */
  @Override
  public @Nullable Void run() {
    boolean late = ShutdownSlot.take(new AtTheEnd());
    try {
      Runtime.getRuntime().addShutdownHook(threads.newThread(late ? new Beside() : new AtTheEnd()));
    } catch (IllegalStateException exiting) {
      // The first thing to sum up is done by the shutdown itself: without a slot there is no
      // summary.
      return null;
    }
    return null;
  }

  /** Starts with the hooks of the application, and must not be what they all wait for. */
  private final class Beside implements Runnable {
    @Override
    public void run() {
      try {
        threads.newThread(new Impatient()).start();
      } catch (Throwable noThread) {
        // Then it is said at the end only.
        return;
      }
    }
  }

  private final class Impatient implements Runnable {
    @Override
    public void run() {
      try {
        // Killed by the JVM's end, which comes at once as a rule.
        Thread.sleep(PATIENCE_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
      sayAll();
    }
  }

  /** On the thread that ends the JVM, which must not be held by a stderr that nobody reads. */
  private final class AtTheEnd implements Runnable {
    @Override
    public void run() {
      Thread writer;
      try {
        writer = threads.newThread(new Saying());
        writer.start();
      } catch (Throwable noThread) {
        sayAll();
        return;
      }
      try {
        writer.join(LONGEST_WRITING_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private final class Saying implements Runnable {
    @Override
    public void run() {
      sayAll();
    }
  }

  /**
   * Whoever replaces the jar while the JVM runs takes from us what was not loaded yet. Nobody would
   * catch that here, and the JVM prints what nobody catches.
   */
  private void sayAll() {
    try {
      sum();
    } catch (Throwable e) {
      sayFailed(e);
    }
  }

  private void sayFailed(Throwable e) {
    try {
      log.write("at exit: the summary is not to be had: " + e);
    } catch (Throwable again) {
      // Then nothing is.
      return;
    }
  }

  private synchronized void sum() {
    log.flush();
    sayHeldBack();
    for (String subject : counters.subjects()) {
      say(subject, Event.CUTS, "cut");
      say(subject, Event.WOULD_CUT, "would have been cut");
      sayRest(subject);
    }
    long faults = counters.get(Counters.AGENT, Event.FAULTS);
    if (faults > 0) {
      say(
          faults
              + (faults == 1 ? " fault" : " faults")
              + " of the agent; those calls went on unprotected");
    }
  }

  private void sayHeldBack() {
    int kinds = 0;
    long others = 0;
    Map<String, Long> held = throttle.takeHeld();
    for (Map.Entry<String, Long> kind : held.entrySet()) {
      if (++kinds <= MOST_KINDS) {
        say(kind.getValue() + " more like it: " + kind.getKey());
      } else {
        others += kind.getValue();
      }
    }
    if (others > 0) {
      say(others + " more of " + (kinds - MOST_KINDS) + " other kinds");
    }
  }

  private void say(String policy, Event event, String words) {
    long calls = counters.get(policy, Event.CALLS);
    long count = counters.get(policy, event);
    if (calls == 0 || count == 0) {
      return;
    }
    StringBuilder line = new StringBuilder("policy ").append(policy);
    line.append(": ").append(calls).append(calls == 1 ? " call, " : " calls, ");
    line.append(count).append(' ').append(words);
    String separator = ": ";
    for (Clock clock : Clock.values()) {
      long of = counters.get(policy + ' ' + clock.key(), event);
      if (of == count) {
        line.append(" by ").append(clock.key());
      } else if (of > 0) {
        line.append(separator).append(clock.key()).append(' ').append(of);
        separator = ", ";
      }
    }
    say(line.toString());
  }

  private void sayRest(String policy) {
    StringBuilder line = new StringBuilder();
    append(line, policy, Event.RETRIES, "retry", "retries");
    append(line, policy, Event.BUDGET_SPENT, "retry", "retries");
    line.append(counters.get(policy, Event.BUDGET_SPENT) > 0 ? REFUSED : "");
    append(line, policy, Event.REJECTIONS, "call rejected", "calls rejected");
    append(line, policy, Event.OPENINGS, "time a breaker opened", "times a breaker opened");
    append(line, policy, Event.FALLBACKS, "answer by fallback", "answers by fallback");
    appendReasons(line, policy);
    append(line, policy, Event.WOULD_RETRY, "retry", "retries");
    line.append(counters.get(policy, Event.WOULD_RETRY) > 0 ? WOULD : "");
    append(line, policy, Event.WOULD_REJECT, "rejection", "rejections");
    line.append(counters.get(policy, Event.WOULD_REJECT) > 0 ? WOULD : "");
    append(line, policy, Event.WOULD_FALL_BACK, "answer by fallback", "answers by fallback");
    line.append(counters.get(policy, Event.WOULD_FALL_BACK) > 0 ? WOULD : "");
    if (line.length() > 0 && counters.get(policy, Event.CALLS) > 0) {
      say("policy " + policy + ": " + line);
    }
  }

  private void append(StringBuilder line, String subject, Event event, String one, String several) {
    long count = counters.get(subject, event);
    if (count > 0) {
      line.append(line.length() == 0 ? "" : ", ").append(count);
      line.append(' ').append(count == 1 ? one : several);
    }
  }

  /** Each made-up answer by its reason: one that nobody sees hides an outage. */
  private void appendReasons(StringBuilder line, String policy) {
    String separator = " (";
    for (String subject : counters.subjects()) {
      long count = subject.startsWith(policy + ' ') ? counters.get(subject, Event.FALLBACKS) : 0;
      if (count > 0) {
        line.append(separator).append(subject, policy.length() + 1, subject.length());
        line.append(' ').append(count);
        separator = ", ";
      }
    }
    line.append(separator.equals(", ") ? ")" : "");
  }

  /** Only what has not been said before in these very words. */
  private void say(String text) {
    if (said.add(text)) {
      log.write("at exit: " + text);
    }
  }
}
