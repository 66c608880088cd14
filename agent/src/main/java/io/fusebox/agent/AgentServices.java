package io.fusebox.agent;

import io.fusebox.calls.CallServices;
import io.fusebox.engine.Counters;
import io.fusebox.engine.Cut;
import io.fusebox.engine.Deadline;
import io.fusebox.engine.HostStates;
import io.fusebox.engine.RandomSource;
import io.fusebox.engine.Ticker;
import io.fusebox.engine.Timer;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import io.fusebox.policy.Quoted;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What the client adapters get from the agent. One for the life of the agent; thread-safe. */
final class AgentServices implements CallServices, FaultReport {

  private final Log log;
  private final Ticker ticker = Ticker.SYSTEM;
  private final Counters counters = new Counters();
  private final HostStates hosts = new HostStates(RandomSource.SYSTEM);
  private volatile PolicySet applied = PolicySet.EMPTY;
  private final Throttle throttle = new Throttle();
  private final ExitSummary exit;
  private final LivePolicies policies;
  private final TimerThread timer;
  private final Workers workers;

  AgentServices(Log log, LivePolicies policies, AgentThreadFactories threads) {
    this.log = log;
    this.policies = policies;
    this.exit = new ExitSummary(counters, throttle, log, threads.named("fusebox-exit"));
    this.timer = new TimerThread(ticker, threads.named("fusebox-timer"), this, exit);
    this.workers =
        new Workers(threads.named("fusebox-worker"), threads.named("fusebox-callback"), this);
  }

  @Override
  public PolicySet policies() {
    PolicySet present = policies.get();
    if (present != applied) {
      apply();
    }
    return present;
  }

  /** Before the first call under them: what a policy has switched off is not kept for later. */
  private synchronized void apply() {
    PolicySet present = policies.get();
    if (present != applied) {
      hosts.forEach(new Applying(present, ticker.nanos()));
      applied = present;
    }
  }

  @Override
  public Deadline deadline() {
    return Deadline.NONE;
  }

  @Override
  public Ticker ticker() {
    return ticker;
  }

  @Override
  public Timer timer() {
    return timer.table();
  }

  @Override
  public Counters counters() {
    return counters;
  }

  @Override
  public HostStates hosts() {
    return hosts;
  }

  @Override
  public RandomSource random() {
    return RandomSource.SYSTEM;
  }

  @Override
  public IOException rejected(String message) {
    return Refusals.of(message);
  }

  @Override
  public void happened(Counters.Event event, Policy policy, String line) {
    exit.register();
    counters.count(policy.name(), event);
    say("policy " + policy.name() + ": " + event.words(), line);
  }

  @Override
  public void changed(Counters.Event event, Policy policy, String line) {
    exit.register();
    counters.count(policy.name(), event);
    log.later(line);
  }

  @Override
  public void handOver(Step step, int event) {
    workers.handOver(step, event);
  }

  @Override
  public void callBack(Step step, int event, @Nullable ClassLoader loader) {
    workers.callBack(step, event, loader);
  }

  @Override
  public void cut(Cut cut) {
    report(cut, Counters.Event.CUTS, "");
  }

  @Override
  public void wouldHaveCut(Cut cut) {
    report(cut, Counters.Event.WOULD_CUT, "observe, would have cut: ");
  }

  @Override
  public void safely(Step step, int event, @Nullable Object argument) {
    Steps.run(step, event, argument, Steps.place(event), this);
  }

  @Override
  public void fault(String where, Throwable fault) {
    try {
      exit.register();
      counters.count(Counters.AGENT, Counters.Event.FAULTS);
      String kind = "a fault of the agent: " + where + ": " + fault.getClass().getName();
      if (throttle.held(kind, ticker.nanos()) != Throttle.HOLD) {
        log.later(
            "a fault of the agent, the call went on unprotected: " + where + ": " + words(fault));
      }
    } catch (Throwable again) {
      // Out of memory or stack: to fail here would make our fault the application's.
      return;
    }
  }

  /** Without what an application's exception may quote: a URL with a password in it. */
  private static String words(Throwable fault) {
    try {
      return Quoted.withoutSecrets(String.valueOf(fault));
    } catch (Throwable again) {
      // Not to be loaded any more, say: then its type has to do.
      return fault.getClass().getName();
    }
  }

  private void report(Cut cut, Counters.Event event, String prefix) {
    counters.count(cut.policy(), event);
    counters.count(cut.policy() + ' ' + cut.clock().key(), event);
    String kind =
        prefix + cut.target() + " cut by policy " + cut.policy() + ", " + cut.clock().key();
    say(kind, prefix + cut.message());
  }

  /**
   * Says it, unless the same kind was said a moment ago; at exit a kind stands for what was held.
   */
  private void say(String kind, String line) {
    long held = throttle.held(kind, ticker.nanos());
    if (held != Throttle.HOLD) {
      log.later(line + (held == 0 ? "" : " (and " + held + " more like it)"));
    }
  }
}
