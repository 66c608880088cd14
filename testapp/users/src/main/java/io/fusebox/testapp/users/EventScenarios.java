package io.fusebox.testapp.users;

import io.fusebox.testapp.okhttp.OkSuite;
import io.fusebox.testapp.okhttp.OkTrial;
import java.util.ArrayList;
import java.util.List;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.sse.EventSource;
import okhttp3.sse.EventSourceListener;
import okhttp3.sse.EventSources;
import org.jspecify.annotations.Nullable;

/** Streams of events through okhttp-sse. */
final class EventScenarios {

  private static final long HANGS = 3000;
  private static final String CLOSED = "closed";

  private EventScenarios() {}

  static Object warmUp(OkTrial trial) throws Exception {
    return events(trial, "total5s", "events?count=1&every=1");
  }

  static void start(OkSuite suite) throws InterruptedException {
    start(suite, "flow", "total500", "events?count=5&every=200");
    start(suite, "silent", "total500", "silent");
    start(suite, "read", "users-read", "events?count=4&every=100&pause=1500");
    start(suite, "read.flow", "users-read", "events?count=6&every=200");
    start(suite, "read.default", "only-default", "events?count=3&every=10&pause=2200");
    start(suite, "recovers", "retry", "sequence?of=503.events&count=3&every=100");
    start(suite, "exhausted", "retry", "sequence?of=503");
    suite.start("events.breaker", HANGS, EventScenarios::breaker);
    suite.start("events.cancel", HANGS, EventScenarios::cancelled);
  }

  private static void start(OkSuite suite, String name, String policy, String fault)
      throws InterruptedException {
    suite.start("events." + name, HANGS, trial -> events(trial, policy, fault));
  }

  /** All that the listener is told, a failure as the outcome. */
  private static Object events(OkTrial trial, String policy, String fault) throws Exception {
    Listener listener = new Listener();
    listener.open(trial, policy, fault);
    return outcome(trial, listener);
  }

  private static Object outcome(OkTrial trial, Listener listener) throws Exception {
    List<Object> seen = new ArrayList<>();
    try {
      for (Object next = ""; !next.equals(CLOSED); ) {
        next = listener.told.await();
        seen.add(next);
      }
      return seen;
    } finally {
      trial.put("seen", seen);
      trial.put("told-again", listener.told.isToldAgain(200));
    }
  }

  private static Object breaker(OkTrial trial) throws Exception {
    for (int i = 0; i < 3; i++) {
      trial.put("before-" + i, events(trial, "users-breaker-events", "sequence?of=503"));
    }
    return events(trial, "users-breaker-events", "events");
  }

  private static Object cancelled(OkTrial trial) throws Exception {
    Listener listener = new Listener();
    EventSource source = listener.open(trial, "total500", "events?count=20&every=100");
    Thread.sleep(750);
    source.cancel();
    return outcome(trial, listener);
  }

  /** Says it all in one order. */
  private static final class Listener extends EventSourceListener {
    private final Told told = new Told();

    private EventSource open(OkTrial trial, String policy, String fault) {
      Request request = trial.request(policy, fault).header("Accept", "text/event-stream").build();
      return EventSources.createFactory(trial.client()).newEventSource(request, this);
    }

    @Override
    public void onOpen(EventSource source, Response response) {
      told.of("open");
    }

    @Override
    public void onEvent(
        EventSource source, @Nullable String id, @Nullable String type, String data) {
      told.of(data);
    }

    @Override
    public void onClosed(EventSource source) {
      told.of(CLOSED);
    }

    @Override
    public void onFailure(
        EventSource source, @Nullable Throwable failure, @Nullable Response response) {
      if (failure != null) {
        told.of(failure);
        return;
      }
      told.of("answered " + (response == null ? "nothing" : response.code()));
      told.of(CLOSED);
    }
  }
}
