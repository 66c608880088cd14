package io.fusebox.jdbc;

import io.fusebox.calls.CallServices;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One physical connection: where it goes, which policy that is, what is going on on it, and whether
 * we have closed it. Holds nothing of the application but, while a call lasts, that call.
 */
final class Link extends WeakReference<Connection> {

  // Fixed at construction.
  final int hash;
  final Target target;
  private final Socket @Nullable [] sockets;
  final boolean cancels;

  // What the look-up gave for the policies as they were; the second is read after the first.
  private @Nullable Policy policy;
  private volatile @Nullable PolicySet matched;

  // The threads that use the connection, one after the other.
  private volatile @Nullable Execution current;
  private volatile boolean manual; // auto-commit is off
  private volatile boolean begun; // a transaction, by a statement that says so
  private volatile @Nullable String undone; // why the transaction cannot be committed

  // Whoever cuts.
  private volatile @Nullable Execution cancelling;
  private volatile @Nullable Thread waiter;
  private volatile @Nullable String broken; // why we have closed it
  private volatile @Nullable Sockets ownCancel; // what a cancel of the application's waits for

  /**
   * A connection.
   *
   * @param sockets what was connected while it was made; null for nothing
   */
  Link(
      Connection connection,
      ReferenceQueue<Connection> gone,
      Target target,
      Socket @Nullable [] sockets) {
    super(connection, gone);
    this.hash = System.identityHashCode(connection);
    this.target = target;
    this.sockets = sockets;
    // H2's is not waited for: it may hit what comes next.
    this.cancels = sockets == null || !connection.getClass().getName().startsWith("org.h2.");
    this.manual = target != Target.NONE && isManual(connection);
  }

  /** As the driver remembers it, but for HSQLDB's, which would ask its server. */
  private static boolean isManual(Connection connection) {
    try {
      return !connection.getClass().getName().startsWith("org.hsqldb.")
          && !connection.getAutoCommit();
    } catch (SQLException | RuntimeException | LinkageError e) {
      return false; // As connections are by default.
    }
  }

  /** The policy as it is now; null for none. */
  @Nullable Policy policy(CallServices services) {
    PolicySet present = services.policies();
    if (matched != present) {
      policy = target.match(present);
      matched = present;
    }
    return policy;
  }

  /** Whether the call that runs on it is one of this thread, so that what it calls is its own. */
  boolean isUsedBy(Thread thread) {
    Execution running = current;
    return running != null && running.thread == thread;
  }

  /** Whether the call that runs on it is one of that statement. */
  boolean isUsedFor(Object statement) {
    Execution running = current;
    return running != null && running.isOf(statement);
  }

  void begins(Execution execution) {
    current = execution;
  }

  void ends(Execution execution) {
    if (current == execution) {
      current = null;
    }
  }

  /** The application has set it; what was begun before is committed. */
  void autoCommit(boolean on) {
    if (manual == on) {
      manual = !on;
      begun = false;
      undone = null;
    }
  }

  /** A statement has begun or ended a transaction. */
  void said(Word word) {
    begun = word == Word.BEGIN;
    if (word == Word.ROLLBACK) {
      undone = null;
    }
  }

  /** A call of it was cut and has failed: what the transaction has done so far may be gone. */
  void undo(String message) {
    if (manual || begun) {
      undone = message;
    }
  }

  /** The application has given up the transaction. */
  void rolledBack() {
    begun = false;
    undone = null;
  }

  /** Why the transaction cannot be committed; null if nothing is known against it. */
  @Nullable String undone() {
    return undone;
  }

  /** Why we have closed it; null if we have not. */
  @Nullable String broken() {
    return broken;
  }

  /** The application cancels by itself, and what that connects is known; null when it is over. */
  void ownCancel(@Nullable Sockets opened) {
    ownCancel = opened;
  }

  /** A cancel is on its way that must not meet another statement. */
  void cancelStarts(Execution execution) {
    cancelling = execution;
  }

  void cancelEnds(Execution execution) {
    if (cancelling == execution) {
      cancelling = null;
      LockSupport.unpark(waiter);
    }
  }

  /**
   * Waits for a cancel that is on its way, at most as long as its grace has left; then closes the
   * connection.
   */
  void awaitCancel(CallServices services) {
    Execution pending = cancelling;
    if (pending == null) {
      return;
    }
    boolean interrupted = false;
    waiter = Thread.currentThread();
    while (cancelling == pending && broken == null) {
      long left = pending.graceEnd() - services.ticker().nanos();
      if (left <= 0) {
        breakOff(pending.cutMessage());
        break;
      }
      LockSupport.parkNanos(this, Math.min(left, TimeUnit.MILLISECONDS.toNanos(5)));
      interrupted |= Thread.interrupted();
    }
    waiter = null;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Closes what it goes over, which frees whoever waits for it, whatever driver and network do.
   *
   * @return false where there is no socket that we know of, so that something else is to be done
   */
  boolean breakOff(String message) {
    if (sockets == null && target.isLocal()) {
      // It is in this process, and can be asked, not broken.
      return true;
    }
    broken = message;
    Sockets own = ownCancel;
    if (own != null) {
      // Drivers hold locks meanwhile that the call needs to end.
      own.closeForGood();
    }
    return Sockets.close(sockets);
  }

  /** What messages call a call on it. */
  String label(int point) {
    return Methods.name(point) + ' ' + target;
  }

  @Override
  public String toString() {
    return target.toString();
  }
}
