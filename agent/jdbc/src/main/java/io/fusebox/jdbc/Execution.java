package io.fusebox.jdbc;

import io.fusebox.calls.CallGuards;
import io.fusebox.calls.CallServices;
import io.fusebox.calls.WatchedCall;
import io.fusebox.engine.Clock;
import io.fusebox.engine.Cut;
import io.fusebox.engine.Outcome;
import io.fusebox.engine.Timer;
import io.fusebox.policy.Mode;
import io.fusebox.policy.Policy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * One call on a connection, from its beginning to its end on the thread of the application. Where
 * its time runs out before, it is cut: its statement is cancelled, and if that has not freed the
 * caller when the grace is nearly over, its socket is closed.
 *
 * <pre>
 * 0        running
 * CUT      its time has run out                        set by the timer
 * SENDING  a cancel is on its way; with CUT            set by the timer, cleared by who cancels
 * BROKEN   its connection is being closed              set by who closes it
 * ENDED    the application has its outcome             set by its thread
 * </pre>
 */
class Execution extends Timer.Entry implements WatchedCall, CallServices.Step {

  private static final AtomicIntegerFieldUpdater<Execution> STATE =
      AtomicIntegerFieldUpdater.newUpdater(Execution.class, "state");

  private static final int CUT = 1;
  private static final int SENDING = 2;
  private static final int BROKEN = 4;
  private static final int ENDED = 8;

  // Steps of ours.
  private static final int TELLS = 1;
  private static final int CANCELS = 2;
  private static final int CANCELS_HERE = 3;
  private static final int BREAKS = 4;
  private static final int ABORTS = 5;

  // Fixed when it begins. No more than what a statement may cost.
  final Thread thread;
  private final JdbcAdapter adapter;
  final Link link;
  private final Policy policy;
  private final @Nullable CallGuards guards;
  private final Object self; // the statement or the connection
  private final int point;
  private final long startTick;

  @SuppressWarnings("UnusedVariable") // by STATE
  private volatile int state;

  Execution(
      JdbcAdapter adapter,
      Link link,
      Policy policy,
      @Nullable CallGuards guards,
      Object self,
      int point,
      long startTick) {
    this.adapter = adapter;
    this.link = link;
    this.policy = policy;
    this.guards = guards;
    this.self = self;
    this.point = point;
    this.startTick = startTick;
    this.thread = Thread.currentThread();
  }

  /** Its clock runs, if it has one. */
  void begin() {
    link.begins(this);
    if (bound() != NEVER) {
      adapter.services.timer().arm(this);
    }
  }

  boolean isOf(Object statement) {
    return self == statement;
  }

  private long bound() {
    return Math.min(policy.attemptNanos(), policy.totalNanos());
  }

  private boolean canBeCancelled() {
    return self instanceof Statement && link.cancels;
  }

  private boolean observes() {
    return policy.mode() == Mode.OBSERVE;
  }

  @Override
  protected final long dueTick() {
    int seen = state;
    if ((seen & BROKEN) != 0 || (seen & (ENDED | SENDING)) == ENDED) {
      return NEVER;
    }
    if ((seen & CUT) == 0) {
      return bound() == NEVER ? NEVER : startTick + bound();
    }
    return observes() ? NEVER : breakTick();
  }

  /**
   * When the connection is closed, if nothing else has helped: a little before the grace ends.
   * Where its caller is free already, only the next one waits.
   */
  private long breakTick() {
    long grace = policy.cancelGraceNanos();
    boolean waits = (state & ENDED) == 0;
    return startTick + bound() + (canBeCancelled() ? waits ? grace - grace / 4 : grace : 0);
  }

  /** When whoever waits for this call's cancel waits no longer. */
  long graceEnd() {
    return startTick + bound() + policy.cancelGraceNanos();
  }

  @Override
  protected final void onDue(long now) {
    int seen = state;
    if ((seen & CUT) == 0) {
      cut();
    } else if (now - breakTick() >= 0 && add(BROKEN, 0)) {
      adapter.services.handOver(this, BREAKS);
    }
  }

  private void cut() {
    boolean cancels = canBeCancelled() && !observes();
    if (!add(cancels ? CUT | SENDING : CUT, ENDED)) {
      return;
    }
    adapter.services.handOver(this, TELLS);
    if (cancels) {
      link.cancelStarts(this);
      adapter.services.handOver(this, CANCELS);
    } else if (!observes() && add(BROKEN, ENDED)) {
      // There is nothing to wait for.
      adapter.services.handOver(this, BREAKS);
    }
  }

  /** Adds to the state, once, unless something of another kind is in it. */
  private boolean add(int bits, int unless) {
    int seen;
    do {
      seen = state;
      if ((seen & (bits | unless)) != 0) {
        return false;
      }
    } while (!STATE.compareAndSet(this, seen, seen | bits));
    return true;
  }

  /** Sets and clears; gives what it was before. */
  private int change(int set, int clear) {
    int seen;
    do {
      seen = state;
    } while (!STATE.compareAndSet(this, seen, (seen | set) & ~clear));
    return seen;
  }

  @Override
  public final void run(int event, @Nullable Object argument) throws SQLException {
    switch (event) {
      case TELLS:
        tell();
        break;
      case CANCELS:
        // Drivers wait in there as long as they like: never on a thread that others wait for.
        adapter.services.callBack(this, CANCELS_HERE, null);
        break;
      case CANCELS_HERE:
        cancel();
        break;
      case BREAKS:
        breakOff();
        break;
      default:
        abort();
    }
  }

  private void tell() {
    Cut cut = evidence();
    if (observes()) {
      adapter.services.wouldHaveCut(cut);
    } else {
      adapter.services.cut(cut);
    }
  }

  private Cut evidence() {
    boolean byAttempt = policy.attemptNanos() <= policy.totalNanos();
    long waited = adapter.services.ticker().nanos() - startTick;
    return new Cut(
        policy.name(),
        byAttempt ? Clock.ATTEMPT : Clock.TOTAL,
        bound(),
        toString(),
        1,
        Math.max(waited, bound()));
  }

  String cutMessage() {
    return evidence().message();
  }

  /** On a thread of its own. What the driver connects for it can be closed, as it may hang, too. */
  private void cancel() {
    Sockets opened = adapter.cancels.begin(this);
    boolean failed = opened == null;
    try {
      // One that begins when the connection is being closed would be given up by nobody.
      if (opened != null && (state & (ENDED | BROKEN)) == 0) {
        boolean rows = Methods.kind(point) == Kind.FETCH;
        Cancels.send((Statement) self, rows ? link.get() : null);
      }
    } catch (Throwable e) {
      // A driver that cannot, or a server that does not answer: there is nothing to wait for.
      failed = true;
    } finally {
      adapter.cancels.end(this);
      change(0, SENDING);
      link.cancelEnds(this);
    }
    if ((state & ENDED) != 0) {
      adapter.services.timer().disarm(this);
    } else if (failed && add(BROKEN, 0)) {
      breakOff();
    }
  }

  private void breakOff() {
    adapter.cancels.giveUp(this);
    if ((state & (ENDED | SENDING)) != ENDED && !link.breakOff(cutMessage())) {
      adapter.services.callBack(this, ABORTS, null);
    }
  }

  /** For what goes over no socket that we know of: on a thread of its own, for it may hang. */
  private void abort() throws SQLException {
    Connection connection = link.get();
    if (connection != null) {
      connection.abort(Here.EXECUTOR);
    }
  }

  @Override
  public final @Nullable Throwable returned(@Nullable Object result) {
    end(Outcome.ANSWERED);
    succeeded();
    return null;
  }

  /** It has done what it was asked for. */
  void succeeded() {
    if (Methods.kind(point) == Kind.ROLLBACK) {
      link.rolledBack();
    }
  }

  @Override
  public final Throwable threw(Throwable thrown) {
    boolean wasCut = (state & CUT) != 0 && !observes();
    end(wasCut ? Outcome.TIMED_OUT : Failures.outcome(thrown));
    if (!wasCut) {
      return thrown;
    }
    String message = cutMessage();
    link.undo(message);
    return Failures.cut(thrown, message, link.broken() != null);
  }

  private void end(Outcome outcome) {
    int seen = change(ENDED, 0);
    if ((seen & SENDING) == 0) {
      adapter.services.timer().disarm(this);
    }
    link.ends(this);
    CallGuards held = guards;
    if (held != null) {
      long now = adapter.services.ticker().nanos();
      long took = now - startTick;
      held.settle(outcome, 0, took, outcome != Outcome.TIMED_OUT || took >= bound() / 2, now);
      held.leave();
    }
  }

  @Override
  public String toString() {
    return link.label(point);
  }
}
