package io.fusebox.okhttp;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Stands before a call that no policy governs and that is made within the chain of one that a
 * policy does: what happens in it is not the other's.
 */
final class Shield implements Interceptor {

  private final Shared shared;

  Shield(Shared shared) {
    this.shared = shared;
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Operation outer = shared.made();
    shared.leave(null);
    try {
      return chain.proceed(chain.request());
    } finally {
      restore(outer);
    }
  }

  private void restore(@Nullable Operation outer) {
    if (outer != null) {
      shared.leave(outer);
    }
  }
}
