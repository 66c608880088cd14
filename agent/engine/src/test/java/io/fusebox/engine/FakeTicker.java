package io.fusebox.engine;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Time that stands until it is told to move. Starts near the wrap of a long, where bugs live. */
public final class FakeTicker implements Ticker {

  private final AtomicLong now =
      new AtomicLong(Long.MAX_VALUE - Duration.ofMillis(50).toNanos() - 1);

  @Override
  public long nanos() {
    return now.get();
  }

  public void advance(Duration by) {
    now.addAndGet(by.toNanos());
  }
}
