package io.fusebox.jdbc;

import io.fusebox.calls.WatchedCall;
import org.jspecify.annotations.Nullable;

/** The application cancels a statement itself: what the driver connects for it may hang, too. */
final class OwnCancel implements WatchedCall {

  private final Captured captured;
  private final Link link;

  OwnCancel(Captured captured, Link link) {
    this.captured = captured;
    this.link = link;
    Sockets opened = new Sockets();
    captured.begin(opened);
    link.ownCancel(opened);
  }

  @Override
  public @Nullable Throwable returned(@Nullable Object result) {
    end();
    return null;
  }

  @Override
  public Throwable threw(Throwable thrown) {
    end();
    return thrown;
  }

  private void end() {
    captured.end(null);
    link.ownCancel(null);
  }
}
