package io.fusebox.jdk11;

import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The calls that wait for their next attempt, and the clients that were closed: those must not keep
 * them waiting. Thread-safe.
 */
final class Waiting {

  private final Set<GuardedCall> calls = ConcurrentHashMap.newKeySet();

  // Guarded by itself. Clients are compared by identity.
  private final Map<Object, Boolean> closed = new WeakHashMap<>();
  private volatile boolean anyClosed;

  void add(GuardedCall call) {
    calls.add(call);
  }

  void remove(GuardedCall call) {
    calls.remove(call);
  }

  /** That client takes no further requests. */
  void clientCloses(Object client) {
    synchronized (closed) {
      closed.put(client, true);
    }
    anyClosed = true;
    for (GuardedCall call : calls) {
      Retrials retrials = call.retrials();
      if (retrials != null && retrials.isOf(client)) {
        retrials.stop();
      }
    }
  }

  /** Whether a client takes no further requests; what still runs in it may be ended by that. */
  boolean isClosed(Object client) {
    if (!anyClosed) {
      return false;
    }
    synchronized (closed) {
      return closed.containsKey(client);
    }
  }
}
