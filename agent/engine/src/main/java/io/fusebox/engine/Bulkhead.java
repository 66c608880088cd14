package io.fusebox.engine;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * So many operations in flight, and no queue: the next one is refused at once. Thread-safe; nothing
 * blocks, and only {@link #lend} allocates.
 *
 * <p>Who acquired gives back exactly once, however the operation ends; this cannot tell whose place
 * it is that comes back. It refuses to count below 0, which would admit too many for ever.
 */
public final class Bulkhead {

  private final AtomicInteger inFlight = new AtomicInteger();
  private final Set<Loan> loans = ConcurrentHashMap.newKeySet();
  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
  private volatile int limit;

  /**
   * Opens it, empty.
   *
   * @param limit most operations in flight; 1 to 100,000
   */
  public Bulkhead(int limit) {
    this.limit = limit;
  }

  /**
   * Moves the limit. Where more than that are in flight they stay, and nothing is admitted until
   * enough of them have ended.
   */
  public void configure(int most) {
    limit = most;
  }

  /** Takes a place, to be given back by {@link #release}; false if there is none. */
  public boolean tryAcquire() {
    while (true) {
      int taken = inFlight.get();
      if (taken >= limit) {
        if (!takesBack()) {
          return false;
        }
        continue;
      }
      if (inFlight.compareAndSet(taken, taken + 1)) {
        return true;
      }
    }
  }

  /** Gives a place back; false, and without effect, if none is taken: a fault of the caller's. */
  public boolean release() {
    while (true) {
      int taken = inFlight.get();
      if (taken <= 0) {
        return false;
      }
      if (inFlight.compareAndSet(taken, taken - 1)) {
        return true;
      }
    }
  }

  /** Who holds a place. */
  public interface Holder {
    /** What the place was lent for is gone without a word: gives it back, if that is not done. */
    void leave();
  }

  /** That a place lasts as long as something is in use. */
  public static final class Loan extends PhantomReference<Object> {
    private final Holder holder;

    private Loan(Object use, ReferenceQueue<Object> queue, Holder holder) {
      super(use, queue);
      this.holder = holder;
    }
  }

  /**
   * Lends a place that is taken for as long as something is in use: a body that may be dropped
   * unread. Found out when the next place is lent, or wanted where there is none.
   *
   * @param use nothing that the holder holds
   */
  public Loan lend(Object use, Holder holder) {
    takesBack();
    Loan loan = new Loan(use, collected, holder);
    loans.add(loan);
    return loan;
  }

  /** The holder has given its place back itself. */
  public void settled(Loan loan) {
    loans.remove(loan);
    loan.clear();
  }

  private boolean takesBack() {
    boolean any = false;
    for (Object lost = collected.poll(); lost != null; lost = collected.poll()) {
      Loan loan = (Loan) lost;
      if (loans.remove(loan)) {
        loan.holder.leave();
        any = true;
      }
    }
    return any;
  }

  /** How many places are taken; may be more than {@link #limit} after that was lowered. */
  public int inFlight() {
    return inFlight.get();
  }

  /** Most operations in flight. */
  public int limit() {
    return limit;
  }
}
