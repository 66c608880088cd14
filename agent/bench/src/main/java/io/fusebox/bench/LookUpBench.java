package io.fusebox.bench;

import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to find the policy of a request among 10,000. 1,024 different requests of each kind
 * take turns, so that neither the caches nor the branch predictor know the answer beforehand.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // by JMH
public class LookUpBench {

  @Param Requests.Kind request;
  private PolicySet policies;
  private Requests.Request[] requests;
  private int next;

  /** Reads the policies from a file, as the agent does. */
  @Setup
  public void read() throws IOException {
    policies = ManyPolicies.read();
    requests = request.some(1024);
    for (Requests.Request one : requests) {
      if ((find(one) != null) != request.hits()) {
        throw new IllegalStateException("hit or miss, against expectation: " + one);
      }
    }
  }

  /** One look-up. */
  @Benchmark
  public @Nullable Policy lookUp() {
    next = (next + 1) & 1023;
    return find(requests[next]);
  }

  private @Nullable Policy find(Requests.Request one) {
    return policies.matchHttp(one.method(), one.scheme(), one.host(), one.port(), one.path());
  }
}
