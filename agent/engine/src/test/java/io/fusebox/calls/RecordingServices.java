package io.fusebox.calls;

import io.fusebox.engine.Counters;
import io.fusebox.engine.Cut;
import io.fusebox.engine.Deadline;
import io.fusebox.engine.HostStates;
import io.fusebox.engine.RandomSource;
import io.fusebox.engine.Ticker;
import io.fusebox.engine.Timer;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What guards use of the services: counts, states, words and chance, which always takes the most.
 * They decide and drive nothing: whatever else they ask for fails their test.
 */
final class RecordingServices implements CallServices {

  final List<String> said = Collections.synchronizedList(new ArrayList<>());
  private final RandomSource most = bound -> bound;
  private final Counters counters = new Counters();
  private final HostStates hosts = new HostStates(most);
  private final Ticker ticker;

  RecordingServices(Ticker ticker) {
    this.ticker = ticker;
  }

  @Override
  public Ticker ticker() {
    return ticker;
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
    return most;
  }

  @Override
  public void happened(Counters.Event event, Policy policy, String line) {
    counters.count(policy.name(), event);
    said.add(line);
  }

  @Override
  public void changed(Counters.Event event, Policy policy, String line) {
    counters.count(policy.name(), event);
    said.add("changed: " + line);
  }

  @Override
  public PolicySet policies() {
    throw notForGuards();
  }

  @Override
  public Deadline deadline() {
    throw notForGuards();
  }

  @Override
  public Timer timer() {
    throw notForGuards();
  }

  @Override
  public IOException rejected(String message) {
    throw notForGuards();
  }

  @Override
  public void handOver(Step step, int event) {
    throw notForGuards();
  }

  @Override
  public void callBack(Step step, int event, @Nullable ClassLoader loader) {
    throw notForGuards();
  }

  @Override
  public void cut(Cut cut) {
    throw notForGuards();
  }

  @Override
  public void wouldHaveCut(Cut cut) {
    throw notForGuards();
  }

  @Override
  public void safely(Step step, int event, @Nullable Object argument) {
    throw notForGuards();
  }

  private static AssertionError notForGuards() {
    return new AssertionError("guards only decide");
  }
}
