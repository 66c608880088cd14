package io.fusebox.agent;

import io.fusebox.calls.WatchingAdapter;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The adapters of all client libraries. The number of a place says whose it is: each library has
 * its own hundred. Thread-safe.
 */
final class AdapterSlots {

  /** Places 1 to 99. */
  static final int JAVA_NET_HTTP = 0;

  /** Places 100 to 199. */
  static final int OKHTTP = 1;

  private static final int SIZE = 100;

  private final AtomicReferenceArray<@Nullable AdapterSlot> slots = new AtomicReferenceArray<>(2);

  private volatile @Nullable WatchingAdapter watching;

  void put(int family, AdapterSlot slot) {
    slots.set(family, slot);
  }

  /** Whose place this is; null before it was put here. */
  @Nullable AdapterSlot at(int point) {
    return slots.get(point / SIZE);
  }

  /** Puts what is told of watched methods behind the gate. */
  void watchBy(WatchingAdapter adapter) {
    watching = adapter;
  }

  /** What is told of watched methods; null before there is anything. */
  @Nullable WatchingAdapter watching() {
    return watching;
  }
}
