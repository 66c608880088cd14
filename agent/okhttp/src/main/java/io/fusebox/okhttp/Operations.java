package io.fusebox.okhttp;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import okhttp3.Call;
import okhttp3.Dispatcher;
import org.jspecify.annotations.Nullable;

/**
 * The operations that a call must find again on another thread, by the call itself. Holds neither:
 * an operation is held by the callback that stands in its queue. Thread-safe; does not block.
 */
final class Operations {

  private final ConcurrentMap<Key, WeakReference<Operation>> known = new ConcurrentHashMap<>();
  private final ReferenceQueue<Call> gone = new ReferenceQueue<>();

  /** The operation that the call belongs to; null if it is not known here. */
  @Nullable Operation of(Call call) {
    if (known.isEmpty()) {
      return null;
    }
    WeakReference<Operation> found = known.get(new Key(call, null));
    return found == null ? null : found.get();
  }

  /** Makes a call known; false if it is known already. */
  boolean put(Call call, Operation operation) {
    Reference<? extends Call> lost = gone.poll();
    while (lost != null) {
      known.remove(lost);
      lost = gone.poll();
    }
    return known.putIfAbsent(new Key(call, gone), new WeakReference<>(operation)) == null;
  }

  /**
   * Cancels what is between two attempts at that dispatcher, or about to be, in the application's
   * name.
   */
  void cancelUnanswered(Dispatcher dispatcher) throws ReflectiveOperationException {
    for (WeakReference<Operation> one : known.values()) {
      Operation operation = one.get();
      if (operation != null
          && operation.isUnanswered()
          && Dispatchers.of(operation.call) == dispatcher) {
        operation.call.cancel();
      }
    }
  }

  /** Forgets a call. */
  void remove(Call call) {
    if (!known.isEmpty()) {
      known.remove(new Key(call, null));
    }
  }

  /** A call by its identity, whatever its class thinks of equality. */
  private static final class Key extends WeakReference<Call> {
    private final int hash;

    Key(Call call, @Nullable ReferenceQueue<Call> queue) {
      super(call, queue);
      this.hash = System.identityHashCode(call);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      Call call = get();
      return call != null && other instanceof Key && ((Key) other).get() == call;
    }
  }
}
