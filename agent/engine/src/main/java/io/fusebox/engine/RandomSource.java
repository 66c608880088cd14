package io.fusebox.engine;

import java.util.concurrent.ThreadLocalRandom;

/** Where jitter comes from; injectable, so that tests can repeat it. Thread-safe. */
public interface RandomSource {

  /** The thread's own generator: neither lock nor allocation. */
  RandomSource SYSTEM =
      new RandomSource() {
        @Override
        public long upTo(long bound) {
          return bound == Long.MAX_VALUE
              ? ThreadLocalRandom.current().nextLong() >>> 1
              : ThreadLocalRandom.current().nextLong(bound + 1);
        }
      };

  /** A number from 0 to {@code bound}, both included and all alike; {@code bound} is 0 or more. */
  long upTo(long bound);
}
