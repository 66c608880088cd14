package io.fusebox.testapp.soak;

import java.util.List;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;

/** What is held at one moment. Immutable. */
final class Level {

  private static final long SETTLING_SECONDS = 90;

  /** Idle threads of the agent and of the client are gone by then. */
  private static final int LEAST_SECONDS = 15;

  private static final long HEAP_SLACK = 1_000_000;

  private final long heapBytes = Holdings.heapBytes();
  private final int sockets = Holdings.sockets();
  private final List<String> threads = Holdings.threads();
  private final int agentCalls;

  private Level() throws JMException {
    agentCalls = Holdings.agentCalls();
  }

  /**
   * The level when nothing changes any more, or when it is back at {@code begin}; idle threads take
   * their time.
   */
  static Level settled(@Nullable Level begin) throws InterruptedException, JMException {
    Level last = new Level();
    for (int i = 0; i < SETTLING_SECONDS; i++) {
      Thread.sleep(1_000);
      Level next = new Level();
      boolean still =
          i > LEAST_SECONDS && next.sockets == last.sockets && next.threads.equals(last.threads);
      if (begin == null ? still : next.isBackAt(begin)) {
        return next;
      }
      last = next;
    }
    return last;
  }

  long heapBytes() {
    return heapBytes;
  }

  /** Of calls there is to be none, whatever there was: no timer is armed then, and none waits. */
  boolean isBackAt(Level begin) {
    return heapBytes <= begin.heapBytes + HEAP_SLACK
        && sockets <= begin.sockets
        && threads.size() <= begin.threads.size()
        && agentCalls == 0;
  }

  @Override
  public String toString() {
    return heapBytes / 1_000
        + " kB of heap, "
        + sockets
        + " sockets, "
        + agentCalls
        + " calls in the agent, "
        + threads.size()
        + " threads "
        + threads;
  }
}
