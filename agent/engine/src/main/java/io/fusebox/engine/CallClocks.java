package io.fusebox.engine;

import org.jspecify.annotations.Nullable;

/**
 * The clocks of one call: which of them run, when the first is due, and which has run out.
 *
 * <p>Every time inside is in nanoseconds since the call began, so that nothing here compares
 * readings of a ticker that may wrap. The bounds are fixed when the call begins; what moves is the
 * phase: a connection is being made, a request is being sent, is out, has its head, is delivering
 * its body. Silence is a moment (since when nobody said anything) and not a timer of its own: a
 * piece of a body only stores that moment, and whoever holds the due time finds out that it has
 * moved when it looks.
 *
 * <p>Written by whichever thread sees the phase change, read by the timer: the moving fields are
 * volatile and each is meaningful alone. No method blocks, allocates or throws.
 */
public final class CallClocks {

  /** Further away than any clock; also "no bound" in the constructor. */
  public static final long NEVER = Long.MAX_VALUE;

  // Fixed when the call begins.
  private final long startTick;
  private final long connect;
  private final long total;
  private final long attempt;
  private final long read;
  private final long application;
  private final long deadline;
  private final boolean readBoundsStreams;

  // Moved by the threads that carry the call.
  private volatile long attemptSince;
  private volatile long connectSince = NEVER;
  private volatile long quietSince = NEVER;
  private volatile boolean headSeen;
  private volatile boolean streaming;

  /**
   * Starts the clocks.
   *
   * @param now the ticker's reading at which the call began
   * @param bounds the policy's bounds
   * @param application the application's own bound up to the head, or {@link #NEVER}
   * @param callDeadline the deadline that the call inherits, or {@link Deadline#NONE}
   */
  public CallClocks(long now, Bounds bounds, long application, Deadline callDeadline) {
    this.startTick = now;
    this.connect = bounds.connectNanos();
    this.total = bounds.totalNanos();
    this.attempt = bounds.attemptNanos();
    this.read = bounds.readNanos();
    this.readBoundsStreams = bounds.readBoundsStreams();
    this.application = application;
    this.deadline = callDeadline.timeLeftNanos(now);
  }

  /**
   * What a policy bounds. All in nanoseconds, {@link #NEVER} for none. Implementations are
   * immutable.
   */
  public interface Bounds {

    /** One connection attempt, TCP and TLS. */
    long connectNanos();

    /** The whole operation. */
    long totalNanos();

    /** One try to its head. */
    long attemptNanos();

    /** The longest silence. */
    long readNanos();

    /** Whether silence bounds a stream after its head too. */
    boolean readBoundsStreams();
  }

  /** Nanoseconds since the call began. */
  public long elapsed(long now) {
    return now - startTick;
  }

  /** The ticker's reading at which {@code sinceStart} nanoseconds will have passed; saturates. */
  public long tickAt(long sinceStart) {
    return startTick + Math.min(sinceStart, Long.MAX_VALUE / 3);
  }

  /** Another attempt begins: what bounds one counts from here, what bounds all goes on. */
  public void attemptStarts(long now) {
    sending();
    attemptSince = elapsed(now);
  }

  /** Nothing runs until the next attempt: only what bounds the whole goes on. */
  public void pausing() {
    sending();
    attemptSince = NEVER;
  }

  /**
   * What is left at {@code now} of whatever bounds the whole up to its head; {@link #NEVER} where
   * nothing does, 0 or less once it is over.
   */
  public long leftNanos(long now) {
    long first = Math.min(deadline, Math.min(application, total));
    return first == NEVER ? NEVER : first - elapsed(now);
  }

  /**
   * Whether an attempt that ended in time, after {@code tookNanos}, had so much time that this says
   * something about the host: a clock of its own ended it, or it had at least half of what the
   * policy grants at most.
   *
   * @param expired the clock of ours that ended it; null where the client's own did
   * @param connecting whether its connection did not stand yet
   */
  public boolean hadItsTime(@Nullable Clock expired, long tookNanos, boolean connecting) {
    if (expired == Clock.CONNECT || expired == Clock.READ || expired == Clock.ATTEMPT) {
      return true;
    }
    long cap = Math.min(connecting ? connect : read, Math.min(attempt, total));
    return cap == NEVER || tookNanos >= cap / 2;
  }

  /** Whether connecting is bounded, so that its places need to be told. */
  public boolean watchesConnect() {
    return connect != NEVER;
  }

  /** Whether silence is bounded at all, so that its places need to be told. */
  public boolean watchesSilence() {
    return read != NEVER;
  }

  /** A connection attempt begins. */
  public void connecting(long now) {
    quietSince = NEVER;
    if (connect != NEVER) {
      connectSince = elapsed(now);
    }
  }

  /** Sending, over a connection that stands: no answer is due, so silence is not counted. */
  public void sending() {
    connectSince = NEVER;
    quietSince = NEVER;
  }

  /** The other side has to speak now: silence counts from here. */
  public void waiting(long now) {
    connectSince = NEVER;
    if (read != NEVER && !(streaming && !readBoundsStreams)) {
      quietSince = elapsed(now);
    }
  }

  /** Whether silence counts at present. */
  public boolean isWaiting() {
    return quietSince != NEVER;
  }

  /** Nothing was asked for, so nothing can be late. */
  public void notAsking() {
    quietSince = NEVER;
  }

  /** The head that the application gets is there; a stream is bounded by its silence only. */
  public void headArrived(boolean isStream) {
    sending();
    streaming = isStream;
    headSeen = true;
  }

  /**
   * When the next clock is due, in nanoseconds since the call began; {@link #NEVER} if none runs.
   */
  public long nextDue() {
    long due = deadline;
    if (!headSeen) {
      due = Math.min(due, Math.min(application, sum(attemptSince, attempt)));
    }
    if (!streaming) {
      due = Math.min(due, total);
    }
    return Math.min(due, Math.min(sum(connectSince, connect), sum(quietSince, read)));
  }

  /** The clock that has run out at {@code now}: the one that was due first; null if none has. */
  public @Nullable Clock expired(long now) {
    // Each is read once: while this runs the call may go on to its next phase.
    long connectDue = sum(connectSince, connect);
    long readDue = sum(quietSince, read);
    boolean beforeHead = !headSeen;
    long attemptDue = beforeHead ? sum(attemptSince, attempt) : NEVER;
    long applicationDue = beforeHead ? application : NEVER;
    long totalDue = streaming ? NEVER : total;
    long first = Math.min(Math.min(connectDue, readDue), Math.min(attemptDue, applicationDue));
    first = Math.min(first, Math.min(totalDue, deadline));
    if (first > elapsed(now)) {
      return null;
    }
    if (first == connectDue) {
      return Clock.CONNECT;
    }
    if (first == readDue) {
      return Clock.READ;
    }
    if (first == attemptDue) {
      return Clock.ATTEMPT;
    }
    if (first == totalDue) {
      return Clock.TOTAL;
    }
    return first == deadline ? Clock.DEADLINE : Clock.APPLICATION;
  }

  /** The bound of a clock, in nanoseconds. */
  public long bound(Clock clock) {
    switch (clock) {
      case CONNECT:
        return connect;
      case READ:
        return read;
      case ATTEMPT:
        return attempt;
      case TOTAL:
        return total;
      case APPLICATION:
        return application;
      case DEADLINE:
        return deadline;
    }
    throw new AssertionError(clock);
  }

  private static long sum(long from, long span) {
    return from == NEVER || span >= NEVER - from ? NEVER : from + span;
  }
}
