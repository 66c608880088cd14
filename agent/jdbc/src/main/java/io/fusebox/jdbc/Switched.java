package io.fusebox.jdbc;

import io.fusebox.calls.WatchedCall;
import org.jspecify.annotations.Nullable;

/** A call that sets auto-commit where no policy bounds it: what it sets is known all the same. */
final class Switched implements WatchedCall {

  private final Link link;
  private final boolean on;

  Switched(Link link, boolean on) {
    this.link = link;
    this.on = on;
  }

  @Override
  public @Nullable Throwable returned(@Nullable Object result) {
    link.autoCommit(on);
    return null;
  }

  @Override
  public Throwable threw(Throwable thrown) {
    return thrown;
  }
}
