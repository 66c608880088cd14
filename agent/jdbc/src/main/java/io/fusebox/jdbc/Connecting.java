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
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.FuseboxSqlRejectedException;
import java.sql.FuseboxSqlTimeoutException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A driver that makes a physical connection. Each host that it tries has the time of {@code
 * timeout.connect}, TCP, TLS and login together, and all of them {@code timeout.total}; where one
 * runs out, what was connected is closed, and the driver goes on to its next host or fails.
 */
final class Connecting extends Timer.Entry implements WatchedCall, SocketUser, CallServices.Step {

  private static final int CLOSES = 1;

  // Fixed when it begins.
  private final JdbcAdapter adapter;
  private final @Nullable SocketUser before;
  private final Target asked;
  private final boolean inner; // what it throws is looked at by the driver
  private final Sockets sockets = new Sockets();
  private final long startTick;

  // The thread that connects; the first three are read by the timer.
  private volatile long hostTick = NEVER; // before there is a socket there is nothing to cut
  private volatile Target goesTo;
  private volatile @Nullable Policy policy;
  private @Nullable CallGuards guards;
  private @Nullable String refusal;
  private boolean innerDone;

  // Whoever cuts.
  private volatile @Nullable Cut cut;
  private volatile boolean allOver;
  private volatile boolean ended;

  Connecting(JdbcAdapter adapter, @Nullable SocketUser before, Target asked, boolean inner) {
    this.adapter = adapter;
    this.before = before;
    this.asked = asked;
    this.inner = inner;
    this.goesTo = asked;
    this.startTick = adapter.services.ticker().nanos();
    this.policy = asked.match(adapter.services.policies());
  }

  void begin() {
    adapter.captured.begin(this);
    if (before instanceof Connecting) {
      // From here on this one is bounded, and it tells.
      ((Connecting) before).policy = null;
    }
    adapter.services.timer().arm(this);
  }

  @Override
  protected long dueTick() {
    Policy bounds = policy;
    if (ended || allOver || bounds == null) {
      return NEVER;
    }
    long connect = cut == null ? sum(hostTick, bounds.connectNanos()) : NEVER;
    return Math.min(connect, sum(startTick, bounds.totalNanos()));
  }

  private static long sum(long tick, long span) {
    return tick == NEVER || span == Policy.NONE ? NEVER : tick + span;
  }

  @Override
  protected void onDue(long now) {
    if (isCut(now)) {
      adapter.services.handOver(this, CLOSES);
    }
  }

  /** With the driver's thread kept where it is: it may be about to go on, or to be done. */
  private synchronized boolean isCut(long now) {
    Policy bounds = policy;
    long due = dueTick();
    if (due == NEVER || bounds == null || now - due < 0) {
      return false;
    }
    boolean total = bounds.totalNanos() != Policy.NONE && now - startTick >= bounds.totalNanos();
    Clock clock = total ? Clock.TOTAL : Clock.CONNECT;
    long limit = total ? bounds.totalNanos() : bounds.connectNanos();
    long since = total ? startTick : hostTick;
    cut = new Cut(bounds.name(), clock, limit, toString(), 1, now - since);
    allOver = total;
    return true;
  }

  @Override
  public void run(int event, @Nullable Object argument) {
    Cut made = cut;
    if (made == null) {
      return;
    }
    if (observes()) {
      adapter.services.wouldHaveCut(made);
      return;
    }
    adapter.services.cut(made);
    close(made);
  }

  private synchronized void close(Cut made) {
    if (allOver) {
      sockets.closeForGood();
    } else if (cut == made) {
      // Else the driver has gone on by itself.
      sockets.closePresent();
    }
  }

  @Override
  public synchronized @Nullable IOException connects(Socket socket, @Nullable SocketAddress to) {
    if (before != null && !(before instanceof Connecting)) {
      before.connects(socket, to);
    }
    if (to instanceof InetSocketAddress) {
      InetSocketAddress address = (InetSocketAddress) to;
      Target next = asked.at(address.getHostString(), address.getPort());
      if (!next.isSameHost(goesTo)) {
        goesOnTo(next);
      }
    }
    Cut late = cut;
    if (late != null && !observes()) {
      return new SocketTimeoutException(late.message());
    }
    if (refusal != null) {
      return new IOException(refusal);
    }
    return sockets.connects(socket, to);
  }

  private boolean observes() {
    Policy bounds = policy;
    return bounds != null && bounds.mode() == Mode.OBSERVE;
  }

  /** The first host, or the next of several: with a clock and a permit of its own. */
  private void goesOnTo(Target next) {
    long now = adapter.services.ticker().nanos();
    // It may have been answered by that host, and sent on.
    settle(cut == null ? Outcome.ABANDONED : Outcome.TIMED_OUT, now);
    goesTo = next;
    hostTick = now;
    refusal = null;
    if (!allOver) {
      cut = null;
    }
    Policy bounds = next.match(adapter.services.policies());
    policy = bounds;
    adapter.services.timer().hasten(this);
    if (bounds != null && bounds.breaker() != null) {
      CallGuards asks = CallGuards.of(adapter.services, bounds, next.host, next.port, now);
      String why = asks.admitToConnect(now);
      guards = asks;
      if (why != null) {
        refusal = asks.tellRejection(toString(), why);
      }
    }
  }

  private void settle(Outcome outcome, long now) {
    CallGuards held = guards;
    if (held != null) {
      guards = null;
      held.settle(outcome, 0, now - hostTick, true, now);
      held.leave();
    }
  }

  /** From here on it is not cut any more; why it was, if it was. */
  private synchronized @Nullable Cut isDone() {
    ended = true;
    return observes() ? null : cut;
  }

  private void end(Outcome outcome) {
    adapter.captured.end(before);
    adapter.services.timer().disarm(this);
    settle(outcome, adapter.services.ticker().nanos());
  }

  @Override
  public @Nullable Throwable returned(@Nullable Object result) throws SQLException {
    Cut late = isDone();
    end(result == null ? Outcome.ABANDONED : late == null ? Outcome.ANSWERED : Outcome.TIMED_OUT);
    if (!(result instanceof Connection)) {
      return null; // A URL that is not this driver's.
    }
    Connection connection = (Connection) result;
    if (late != null) {
      connection.close();
      return Failures.notConnected(late.message(), null);
    }
    if (!innerDone) {
      adapter.made(connection, goesTo, sockets.toArray());
    }
    if (before instanceof Connecting) {
      ((Connecting) before).innerDone = true;
    }
    return null;
  }

  @Override
  public Throwable threw(Throwable thrown) {
    Cut late = isDone();
    end(late != null ? Outcome.TIMED_OUT : Failures.outcomeOfConnect(thrown));
    if (!inner) {
      return Failures.ofConnect(late == null ? null : late.message(), refusal, thrown);
    }
    if (late != null) {
      thrown.addSuppressed(new FuseboxSqlTimeoutException(late.message()));
    } else if (refusal != null) {
      thrown.addSuppressed(new FuseboxSqlRejectedException(refusal));
    }
    return thrown;
  }

  @Override
  public String toString() {
    return "connect " + goesTo;
  }
}
