package io.fusebox.agent;

import io.fusebox.calls.CallServices;
import io.fusebox.calls.ClientAdapter;
import java.security.AccessController;
import java.security.PrivilegedAction;
import org.jspecify.annotations.Nullable;

/**
 * The adapter of each OkHttp that there is, made by the first call that comes by. It implements
 * OkHttp's own types, so it lives in a small loader below OkHttp's; what holds it is a class of
 * that OkHttp and nothing of ours, so that both go together.
 */
final class OkHttpAdapters implements AdapterSlot {

  /** The class that every version has, and that holds its adapter. */
  private static final String HOLDER = "okhttp3.OkHttpClient";

  // Fixed at construction.
  private final OkHttpTarget target;
  private final CallServices services;
  private final ByClass adapters = new ByClass();

  OkHttpAdapters(OkHttpTarget target, CallServices services) {
    this.target = target;
    this.services = services;
  }

  @Override
  public @Nullable ClientAdapter get(@Nullable Object self) {
    if (self == null) {
      return null;
    }
    Made made = adapters.get(self.getClass());
    return made.client.defect() == null ? made.adapter : null;
  }

  /** What was made for one OkHttp. */
  private static final class Made {
    private final WovenClient client;
    private final @Nullable ClientAdapter adapter;

    Made(WovenClient client, @Nullable ClientAdapter adapter) {
      this.client = client;
      this.adapter = adapter;
    }
  }

  private final class ByClass extends ClassValue<Made> {
    @Override
    protected Made computeValue(Class<?> type) {
      // The application's caller may have fewer rights than making loaders needs.
      return AccessController.doPrivileged(new Making(type));
    }
  }

  private final class Making implements PrivilegedAction<Made> {
    private final Class<?> type;

    Making(Class<?> type) {
      this.type = type;
    }

    @Override
    public Made run() {
      ClassLoader loader = type.getClassLoader();
      WovenClient client = target.client(loader);
      if (client == null || loader == null) {
        throw new IllegalStateException("woven by nobody");
      }
      try {
        Class<?> holder = Class.forName(HOLDER, false, loader);
        if (holder != type) {
          return adapters.get(holder);
        }
        ClassLoader below = OkHttpParts.below(loader);
        target.letIn(below, holder);
        return new Made(client, OkHttpParts.adapter(below, services));
      } catch (Throwable e) {
        // For good: a second try would fail again, on every call.
        client.failed(RootCause.of(e).toString());
        return new Made(client, null);
      }
    }
  }
}
