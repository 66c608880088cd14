package io.fusebox.jdk11;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The calls that wait for their next attempt: a client that is closed must not keep them waiting.
 */
final class Waiting {

  private final Set<GuardedCall> calls = ConcurrentHashMap.newKeySet();

  void add(GuardedCall call) {
    calls.add(call);
  }

  void remove(GuardedCall call) {
    calls.remove(call);
  }

  /** That client takes no further requests. */
  void clientCloses(Object client) {
    for (GuardedCall call : calls) {
      Retrials retrials = call.retrials();
      if (retrials != null && retrials.isOf(client)) {
        retrials.stop();
      }
    }
  }
}
