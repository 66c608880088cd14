package io.fusebox.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fusebox.engine.Counters;
import io.fusebox.engine.Counters.Event;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever goes wrong while a JVM ends, nothing of ours prints a trace. */
@Timeout(20)
class ExitSummaryTest {

  private final StringBuilder err = new StringBuilder();
  private final Hooks hooks = new Hooks();
  private final AtomicReference<Throwable> uncaught = new AtomicReference<>();
  private int failures;

  /** Keeps the first task, which is the hook, in place of having it registered. */
  private final class Hooks implements ThreadFactory {
    private final List<Runnable> tasks = new ArrayList<>();
    private boolean exhausted;

    @Override
    public Thread newThread(Runnable task) {
      if (tasks.isEmpty()) {
        tasks.add(task);
        return new Thread(() -> {});
      }
      if (exhausted) {
        throw new NoClassDefFoundError("io/fusebox/agent/Any");
      }
      Thread thread = new Thread(task);
      thread.setUncaughtExceptionHandler((where, e) -> uncaught.set(e));
      return thread;
    }
  }

  /** Fails so often, as what cannot be loaded does, and takes what comes after. */
  private final class Failing extends OutputStream {
    @Override
    public void write(int b) {
      throw new AssertionError("lines are written whole");
    }

    @Override
    public void write(byte[] line) {
      if (failures-- > 0) {
        throw new NoClassDefFoundError("io/fusebox/agent/Some");
      }
      err.append(new String(line, StandardCharsets.UTF_8).replace("\r\n", "\n"));
    }
  }

  private void exit() {
    Counters counters = new Counters();
    counters.count("pay", Event.CALLS);
    counters.count("pay", Event.CUTS);
    new ExitSummary(counters, new Throttle(), new Log(new Failing()), hooks).register();
    hooks.tasks.get(0).run();
    assertNull(uncaught.get());
  }

  @Test
  void summaryIsSaid() {
    exit();
    assertEquals("fusebox: at exit: policy pay: 1 call, 1 cut\n", err.toString());
  }

  @Test
  void summaryThatIsNotToBeHadIsALineAndNoTrace() {
    failures = 1;
    exit();
    assertEquals(
        "fusebox: at exit: the summary is not to be had: java.lang.NoClassDefFoundError:"
            + " io/fusebox/agent/Some\n",
        err.toString());
  }

  @Test
  void whatCannotBeSaidEitherIsNotThrown() {
    failures = 2;
    exit();
    assertEquals("", err.toString());
  }

  @Test
  void summaryIsSaidHereWhateverKeepsAThreadAway() {
    hooks.exhausted = true;
    exit();
    assertEquals("fusebox: at exit: policy pay: 1 call, 1 cut\n", err.toString());
  }
}
