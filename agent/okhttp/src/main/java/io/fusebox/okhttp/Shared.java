package io.fusebox.okhttp;

import io.fusebox.calls.CallServices;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;

/** What all operations of one OkHttp share. Thread-safe. */
final class Shared {

  final CallServices services;
  final Operations operations = new Operations();
  final Connecting connecting = new Connecting();

  /** Set for good when a mark was lost: what an attempt was not told says nothing then. */
  volatile boolean markLost;

  // Emptied by whoever fills it. Until then too it holds nothing: a container that finds a thread
  // of a running call when its application goes would take our class for something left behind.
  private static final ThreadLocal<@Nullable Reference<Operation>> CURRENT = new ThreadLocal<>();

  private static final ThreadLocal<Boolean> CANCELLING = new ThreadLocal<>();

  Shared(CallServices services) {
    this.services = services;
  }

  /** The operation whose chain runs on this thread, the innermost; null if there is none. */
  @Nullable Operation current() {
    Operation operation = made();
    return operation != null && operation.isInChain() ? operation : null;
  }

  /** The operation whose chain is being made on this thread; null if there is none. */
  @Nullable Operation made() {
    Reference<Operation> made = CURRENT.get();
    return made == null ? null : made.get();
  }

  /** From here on this thread works for that operation; gives the one that it worked for. */
  @Nullable Operation enter(Operation operation) {
    Operation outer = made();
    if (outer != operation) {
      CURRENT.set(new WeakReference<>(operation));
    }
    return outer;
  }

  /** Cancels a call in our own name. */
  void cancel(Call call) {
    CANCELLING.set(Boolean.TRUE);
    try {
      call.cancel();
    } finally {
      CANCELLING.remove();
    }
  }

  /** Whether this thread is doing so. */
  boolean isCancelling() {
    return CANCELLING.get() != null;
  }

  /** Back to the one that this thread worked for before. */
  void leave(@Nullable Operation outer) {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(new WeakReference<>(outer));
    }
  }
}
