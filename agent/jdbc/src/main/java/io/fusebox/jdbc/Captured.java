package io.fusebox.jdbc;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Who on this thread wants to know what it connects. Nothing stays on a thread afterwards. */
final class Captured {

  private static final ThreadLocal<SocketUser> USERS = new ThreadLocal<>();

  /** How many threads have one: every socket of the JVM asks. */
  private final AtomicInteger count = new AtomicInteger();

  /** The innermost; null if nobody. */
  @Nullable SocketUser user() {
    return count.get() == 0 ? null : USERS.get();
  }

  /** From here on it is this one. */
  void begin(SocketUser user) {
    count.incrementAndGet();
    USERS.set(user);
  }

  /** It is the one before again. */
  void end(@Nullable SocketUser before) {
    if (before == null) {
      USERS.remove();
    } else {
      USERS.set(before);
    }
    count.decrementAndGet();
  }
}
