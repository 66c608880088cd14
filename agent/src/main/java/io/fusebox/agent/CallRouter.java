package io.fusebox.agent;

import io.fusebox.calls.ClientAdapter;
import io.fusebox.calls.WatchedCall;
import io.fusebox.calls.WatchingAdapter;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind the gate: from a place's number to the adapter that knows it.
 *
 * <p>The one place on the call path that catches everything. A fault of ours before the client has
 * started leaves the value as it came, so the original runs unprotected; a fault after it leaves
 * the client's own future, which is the last real outcome. In neither case is anything sent twice.
 */
final class CallRouter implements FuseboxGate.Router {

  private final FaultReport faults;
  private final AdapterSlots adapters;

  CallRouter(FaultReport faults, AdapterSlots adapters) {
    this.faults = faults;
    this.adapters = adapters;
  }

  @Override
  public @Nullable Object pass(
      @Nullable Object value, int point, @Nullable Object first, @Nullable Object second) {
    try {
      ClientAdapter client = adapter(point, first);
      return client == null ? value : client.pass(value, point, first, second);
    } catch (Throwable e) {
      faults.fault("place " + point, e);
      return rescued(value, point, first);
    }
  }

  private @Nullable ClientAdapter adapter(int point, @Nullable Object self) {
    AdapterSlot slot = adapters.at(point);
    return slot == null ? null : slot.get(self);
  }

  private @Nullable Object rescued(@Nullable Object value, int point, @Nullable Object first) {
    try {
      ClientAdapter client = adapter(point, first);
      return client == null ? value : client.passFailed(value, point, first);
    } catch (Throwable e) {
      faults.fault("after a fault: place " + point, e);
      return value;
    }
  }

  @Override
  public boolean test(boolean value, int point, @Nullable Object self) {
    try {
      ClientAdapter client = adapter(point, self);
      return client == null ? value : client.test(value, point, self);
    } catch (Throwable e) {
      faults.fault("place " + point, e);
      return value;
    }
  }

  @Override
  public void mark(int point, @Nullable Object self) {
    try {
      ClientAdapter client = adapter(point, self);
      if (client != null) {
        client.mark(point, self);
      }
    } catch (Throwable e) {
      faults.fault("place " + point, e);
      markLost(point, self);
    }
  }

  /** That a request has left must not be taken for the contrary. */
  private void markLost(int point, @Nullable Object self) {
    try {
      ClientAdapter client = adapter(point, self);
      if (client != null) {
        client.markLost();
      }
    } catch (Throwable e) {
      faults.fault("after a fault: place " + point, e);
    }
  }

  @Override
  public @Nullable Object enter(
      int point, @Nullable Object self, @Nullable Object first, @Nullable Object second) {
    try {
      WatchingAdapter watching = adapters.watching();
      return watching == null ? null : watching.enter(point, self, first, second);
    } catch (Throwable e) {
      faults.fault("entry " + point, e);
      return null;
    }
  }

  @Override
  public @Nullable Throwable left(@Nullable Object result, Object token) {
    try {
      return ((WatchedCall) token).returned(result);
    } catch (Throwable e) {
      faults.fault("exit", e);
      return null;
    }
  }

  @Override
  public Throwable failed(Throwable thrown, Object token) {
    try {
      return ((WatchedCall) token).threw(thrown);
    } catch (Throwable e) {
      faults.fault("exit by an exception", e);
      return thrown;
    }
  }
}
