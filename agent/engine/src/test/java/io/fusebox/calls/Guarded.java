package io.fusebox.calls;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.fusebox.engine.Bulkhead;
import io.fusebox.engine.CircuitBreaker;
import io.fusebox.engine.Counters;
import io.fusebox.engine.FakeTicker;
import io.fusebox.engine.HostState;
import io.fusebox.engine.Outcome;
import io.fusebox.engine.RetryAfter;
import io.fusebox.engine.RetryBudget;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import io.fusebox.policy.file.LoadResult;
import io.fusebox.policy.file.PolicyFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A host under one policy, and calls that are made by hand, in virtual time. */
final class Guarded {

  final FakeTicker ticker = new FakeTicker();
  final RecordingServices services = new RecordingServices(ticker);
  private final Policy policy;

  Guarded(Policy policy) {
    this.policy = policy;
  }

  /** By the keys that the policy {@code p} has, as {@code breaker = on}. */
  static Guarded by(String... keys) {
    return new Guarded(policy(keys));
  }

  /** By a breaker that so many failures in a row open for 30 s, and nothing else; one probe. */
  static Guarded byRow(int failures, String... more) {
    return new Guarded(rowPolicy(failures, more));
  }

  static Policy rowPolicy(int failures, String... more) {
    List<String> keys = new ArrayList<>(List.of(more));
    keys.add("breaker = on");
    keys.add("breaker.failure-rate = off");
    keys.add("breaker.consecutive = " + failures);
    keys.add("breaker.jitter = off");
    return policy(keys.toArray(new String[0]));
  }

  static Policy policy(String... keys) {
    StringBuilder text = new StringBuilder("policy.p.match = *.test\n");
    for (String key : keys) {
      text.append("policy.p.").append(key).append('\n');
    }
    LoadResult result = load(text.toString());
    PolicySet policies = result.policies();
    if (policies == null) {
      throw new IllegalArgumentException(String.join("\n", result.errorLines()));
    }
    return policies.policies().get(0);
  }

  private static LoadResult load(String text) {
    try {
      Path directory = Files.createTempDirectory("fusebox");
      try {
        return new PolicyFiles(directory).file("f", text).load("f");
      } finally {
        Files.delete(directory.resolve("f"));
        Files.delete(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long now() {
    return ticker.nanos();
  }

  void seconds(long seconds) {
    ticker.advance(Duration.ofSeconds(seconds));
  }

  /** A call that has not asked yet. */
  CallGuards call() {
    return call("a.test", 80);
  }

  CallGuards call(String host, int port) {
    return CallGuards.of(services, policy, host, port, now());
  }

  /** One that may go. */
  CallGuards admitted() {
    CallGuards call = call();
    assertNull(call.admit(now()));
    return call;
  }

  /** A whole call with an answer of that status. */
  void answered(int status) {
    CallGuards call = admitted();
    settle(call, Outcome.ANSWERED, status);
    call.leave();
  }

  /** After no time, of which it had all. */
  void settle(CallGuards call, Outcome outcome, int status) {
    call.settle(outcome, status, 0, true, now());
  }

  /** For an idempotent call that can be repeated and has all the time there is. */
  long next(CallGuards call, Outcome outcome, int status) {
    return next(call, outcome, status, RetryAfter.NONE, Long.MAX_VALUE);
  }

  long next(CallGuards call, Outcome outcome, int status, long after, long left) {
    return call.next(outcome, status, true, true, false, after, left, now());
  }

  /** An attempt that was answered 503, and what comes of it. */
  long fails(CallGuards call) {
    settle(call, Outcome.ANSWERED, 503);
    return next(call, Outcome.ANSWERED, 503);
  }

  /** The only one there is. */
  HostState host() {
    List<HostState> all = new ArrayList<>();
    services.hosts().forEach((name, state) -> all.add(state));
    if (all.size() != 1) {
      throw new AssertionError("hosts: " + all);
    }
    return all.get(0);
  }

  CircuitBreaker breaker() {
    return Objects.requireNonNull(host().breaker());
  }

  CircuitBreaker.State state() {
    return breaker().state(now());
  }

  /** Its state in words. */
  String seen() {
    return breaker().describe(now());
  }

  int inFlight() {
    Bulkhead bulkhead = Objects.requireNonNull(host().bulkhead());
    return bulkhead.inFlight();
  }

  /** How many retries the budget has. */
  long balance() {
    RetryBudget budget = Objects.requireNonNull(host().budget());
    return budget.balance(now());
  }

  /** All that was counted for the policy, as {@code retries 2}. */
  List<String> counted() {
    List<String> counted = new ArrayList<>();
    for (Counters.Event event : Counters.Event.values()) {
      long times = services.counters().get(policy.name(), event);
      if (times > 0) {
        counted.add(event + " " + times);
      }
    }
    return counted;
  }
}
