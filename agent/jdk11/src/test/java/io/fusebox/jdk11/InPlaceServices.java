package io.fusebox.jdk11;

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
import io.fusebox.policy.file.PolicyReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Services without a thread: every step runs where it is handed over, and time stands still. */
final class InPlaceServices implements CallServices, Timer {

  final List<Throwable> faults = new ArrayList<>();
  final List<Entry> armed = new ArrayList<>();
  final List<Counters.Event> happened = new ArrayList<>();
  private final Counters counters = new Counters();
  private final HostStates hosts = new HostStates(RandomSource.SYSTEM);

  /** An asynchronous GET of {@code a.test}, under a policy {@code p} of these rules. */
  GuardedCall call(Path directory, String rules) throws IOException {
    Path file = directory.resolve("p.properties");
    Files.writeString(file, "policy.p.match = a.test\n" + rules);
    PolicySet policies =
        Objects.requireNonNull(PolicyReader.load(file.toFile(), "0.1.0").policies());
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://a.test/")).build();
    return new GuardedCall(
        new Shared(this), policies.policies().get(0), request, "GET", request.uri(), null, true);
  }

  @Override
  public PolicySet policies() {
    return PolicySet.EMPTY;
  }

  @Override
  public Deadline deadline() {
    return Deadline.NONE;
  }

  @Override
  public Ticker ticker() {
    return () -> 0;
  }

  @Override
  public Timer timer() {
    return this;
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
    return new IOException(message);
  }

  @Override
  public void happened(Counters.Event event, Policy policy, String line) {
    happened.add(event);
  }

  @Override
  public void changed(Counters.Event event, Policy policy, String line) {}

  @Override
  public void handOver(Step step, int event) {
    safely(step, event, null);
  }

  @Override
  public void callBack(Step step, int event, @Nullable ClassLoader loader) {
    safely(step, event, null);
  }

  @Override
  public void cut(Cut cut) {}

  @Override
  public void wouldHaveCut(Cut cut) {}

  @Override
  public void safely(Step step, int event, @Nullable Object argument) {
    try {
      step.run(event, argument);
    } catch (Throwable e) {
      faults.add(e);
    }
  }

  @Override
  public void arm(Entry entry) {
    armed.add(entry);
  }

  @Override
  public void hasten(Entry entry) {}

  @Override
  public void disarm(Entry entry) {
    armed.remove(entry);
  }
}
