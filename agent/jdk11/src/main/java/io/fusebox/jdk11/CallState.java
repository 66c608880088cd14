package io.fusebox.jdk11;

import io.fusebox.engine.Timer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

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
abstract class CallState extends Timer.Entry {

  static final int RUNNING = 0;
  static final int JUDGING = 1;
  static final int WAITING = 2;
  static final int STARTING = 3;
  static final int CUT = 4;
  static final int ENDED = 5;

  private static final int PHASES = 8;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(CallState.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  // Shared by all who may end the call.
  @SuppressWarnings("UnusedVariable") // by STATE
  private volatile int state = PHASES + RUNNING;

  /** The phase alone. */
  final int phase() {
    return state % PHASES;
  }

  /** The present attempt's number, from 1. */
  final int number() {
    return state / PHASES;
  }

  /** From one phase of an attempt to another; false if it was not in the first. */
  final boolean move(int number, int from, int to) {
    return STATE.compareAndSet(this, number * PHASES + from, number * PHASES + to);
  }

  /** From the start of an attempt into it; false if the call is over. */
  final boolean begin(int number) {
    return STATE.compareAndSet(this, (number - 1) * PHASES + STARTING, number * PHASES + RUNNING);
  }

  /** From wherever it is to ENDED; false if it was over. */
  final boolean finish() {
    return finishFrom() < CUT;
  }

  /** The same; gives the phase that this has ended, or in which it is for good. */
  final int finishFrom() {
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
  final boolean isOver() {
    return phase() >= CUT;
  }
}
