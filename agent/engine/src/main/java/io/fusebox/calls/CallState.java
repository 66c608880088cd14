package io.fusebox.calls;

import io.fusebox.engine.Timer;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * How far a call has come: the number of its present attempt, and a phase. Both change together, by
 * compare-and-set only, so a reply, a cut and a cancellation that come at one moment cannot all
 * win, and what an earlier attempt still has to say is not taken for the present one's:
 *
 * <pre>
 * RUNNING  an attempt is under way               → JUDGING, CUT, ENDED
 * JUDGING  whoever set it decides what is next   → RUNNING, WAITING, CUT, ENDED
 * WAITING  for the next attempt                  → STARTING, ENDED
 * STARTING a thread of ours starts it            → RUNNING of the next number, ENDED
 * CUT      a clock has ended the call            for good
 * ENDED    its outcome, or the application, has  for good
 * </pre>
 */
public abstract class CallState extends Timer.Entry {

  /** An attempt is under way. */
  public static final int RUNNING = 0;

  /** Whoever has set it decides what is next. */
  public static final int JUDGING = 1;

  /** For the next attempt. */
  public static final int WAITING = 2;

  /** A thread of ours starts the next attempt. */
  public static final int STARTING = 3;

  /** A clock has ended the call. */
  public static final int CUT = 4;

  /** Its outcome or the application has ended it. */
  public static final int ENDED = 5;

  private static final int PHASES = 8;

  private static final AtomicIntegerFieldUpdater<CallState> STATE =
      AtomicIntegerFieldUpdater.newUpdater(CallState.class, "state");

  // Shared by all who may end the call.
  @SuppressWarnings("UnusedVariable") // by STATE
  private volatile int state = PHASES + RUNNING;

  /** A call whose first attempt is under way. */
  protected CallState() {}

  /** The phase alone. */
  public final int phase() {
    return state % PHASES;
  }

  /** The present attempt's number, from 1. */
  public final int number() {
    return state / PHASES;
  }

  /** From one phase of an attempt to another; false if it was not in the first. */
  public final boolean move(int number, int from, int to) {
    return STATE.compareAndSet(this, number * PHASES + from, number * PHASES + to);
  }

  /** From the start of an attempt into it; false if the call is over. */
  public final boolean begin(int number) {
    return STATE.compareAndSet(this, (number - 1) * PHASES + STARTING, number * PHASES + RUNNING);
  }

  /** From wherever it is to ENDED; false if it was over. */
  public final boolean finish() {
    return finishFrom() < CUT;
  }

  /** The same; gives the phase that this has ended, or in which it is for good. */
  public final int finishFrom() {
    int seen;
    do {
      seen = state;
      if (seen % PHASES >= CUT) {
        break;
      }
    } while (!STATE.compareAndSet(this, seen, seen / PHASES * PHASES + ENDED));
    return seen % PHASES;
  }

  /** Whether it was cut or has ended. */
  public final boolean isOver() {
    return phase() >= CUT;
  }
}
