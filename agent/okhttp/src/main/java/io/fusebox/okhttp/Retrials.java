package io.fusebox.okhttp;

import io.fusebox.calls.CallGuards;
import io.fusebox.calls.Methods;
import io.fusebox.calls.RetryHeaders;
import io.fusebox.engine.CallClocks;
import io.fusebox.engine.Outcome;
import io.fusebox.engine.RetryAfter;
import io.fusebox.engine.RetrySettings;
import io.fusebox.engine.RetryState;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * The further attempts of one operation: when there is one, what it says on the wire, and on which
 * call it runs. Only whoever owns the present step calls what changes anything here.
 */
final class Retrials {

  // Fixed at construction.
  private final Operation operation;
  private final CallGuards guards;
  private final RetrySettings settings;
  private final Request request;
  private final boolean repeatable;
  private final long saidLength; // where only the body itself says that it is
  private final @Nullable String key; // the operation's, the same in each attempt
  private final boolean hasOwnKey; // the application's

  // Written before the operation is moved to WAITING, read after it.
  private volatile long dueNanos = CallClocks.NEVER;

  Retrials(Operation operation, CallGuards guards, RetrySettings settings, Request request)
      throws Throwable {
    this.operation = operation;
    this.guards = guards;
    this.settings = settings;
    this.request = request;
    this.repeatable = RequestBodies.isRepeatable(request.body());
    this.saidLength = repeatable ? 0 : RequestBodies.saidLength(request.body());
    String header = settings.keyHeader();
    boolean keyed = header != null && Methods.takesKey(request.method());
    String own = keyed && header != null ? request.header(header) : null;
    // A blank one goes out as it is, and is no key.
    this.hasOwnKey = own != null && !own.trim().isEmpty();
    this.key = keyed && own == null ? UUID.randomUUID().toString() : null;
  }

  /** Whether the operation itself sends again. */
  boolean drives() {
    return settings.attempts() > 1 && settings.limitsSends();
  }

  /** Whether the policy says how often it is sent, so that OkHttp must not send it again. */
  boolean limitsSends() {
    return settings.limitsSends();
  }

  boolean retriesStatus(int status) {
    return settings.retriesStatus(status);
  }

  /**
   * Whether there is a further attempt, and when.
   *
   * @param head of an attempt that was answered, else null
   */
  boolean isToBe(Attempt attempt, Outcome outcome, @Nullable Response head) throws Throwable {
    long now = operation.services.ticker().nanos();
    long wait =
        guards.next(
            outcome,
            head == null ? 0 : head.code(),
            isIdempotent(attempt),
            isRepeatable(),
            head != null && isForbidden(head),
            head == null ? RetryAfter.NONE : retryAfter(head),
            operation.leftNanos(now),
            now);
    if (wait < 0 || operation.observes()) {
      return false;
    }
    operation.clocks.pausing();
    dueNanos = operation.clocks.elapsed(now) + wait;
    return true;
  }

  /**
   * Whether all of an attempt whose redirect was answered can be sent again, in principle: then
   * that is for us to decide, and not for OkHttp.
   */
  boolean isOurs(Attempt attempt) throws Throwable {
    return isRepeatable() && isIdempotent(attempt);
  }

  /** Whether OkHttp may send a request that {@link #isOurs} not; it counts as an attempt. */
  boolean resends(boolean unprocessed) throws Throwable {
    return guards.resends(isRepeatable(), unprocessed, operation.services.ticker().nanos());
  }

  /** Whether a request of that method may be sent again after it may have happened. */
  boolean allowsMethod(String method) {
    return settings.allowsMethod(method);
  }

  /** Of a body that was asked, only as long as it says the same. */
  private boolean isRepeatable() throws Throwable {
    return repeatable || (saidLength > 0 && RequestBodies.saidLength(request.body()) == saidLength);
  }

  /** By its method, or by a key that went out on each of its sends; none goes elsewhere. */
  private boolean isIdempotent(Attempt attempt) {
    return (settings.allowsMethod(request.method()) && !attempt.leftUnsafe)
        || (!attempt.leftOrigin && (hasOwnKey || attempt.keySent || observesKey()));
  }

  /** A request of that method leaves: an interceptor may have made another, or one more. */
  void leaves(Attempt attempt, String wireMethod) {
    attempt.leftUnsafe |= !Methods.isIdempotent(wireMethod) && !settings.allowsMethod(wireMethod);
  }

  private boolean observesKey() {
    return operation.observes() && key != null;
  }

  private static boolean isForbidden(Response head) {
    return RetryHeaders.forbid(
        head.header(RetryHeaders.OVERLOADED),
        head.header(RetryHeaders.RATE_LIMITED),
        head.header(RetryHeaders.PUSHBACK));
  }

  private static long retryAfter(Response head) {
    return RetryAfter.nanos(
        head.headers(Wire.RETRY_AFTER), head.header("Date"), System.currentTimeMillis());
  }

  /** When the next attempt is due, in nanoseconds since the operation began. */
  long dueNanos() {
    return dueNanos;
  }

  /**
   * Waits on the caller's own thread.
   *
   * @return false if the thread was interrupted, which it still is
   */
  boolean await() {
    while (!operation.isGivenUp()) {
      long left = dueNanos - operation.clocks.elapsed(operation.services.ticker().nanos());
      if (left <= 0) {
        return true;
      }
      if (Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(this, left);
    }
    return true;
  }

  /** The next attempt, let through; null where there is none, and what was last is the outcome. */
  @Nullable Attempt next(Attempt last) {
    CallClocks clocks = operation.clocks;
    long now = operation.services.ticker().nanos();
    long left = operation.leftNanos(now);
    if (operation.isGivenUp() || left < RetryState.LEAST_LEFT_NANOS || !guards.admitAgain(now)) {
      return null;
    }
    if (operation.isEnqueued()) {
      // It starts when its turn comes.
      clocks.pausing();
    } else {
      clocks.attemptStarts(now);
    }
    return new Attempt(last.number + 1, callFor(last, now), clocks.elapsed(now));
  }

  /** A call can carry another attempt until it was cancelled or has left its chain. */
  private Call callFor(Attempt last, long now) {
    if (!operation.isEnqueued()
        && last.call == operation.call
        && !last.cancelled
        && !last.leavesOpen()) {
      return last.call;
    }
    Call clone = operation.call.clone();
    if (operation.call.timeout().hasDeadline()) {
      clone.timeout().deadlineNanoTime(operation.call.timeout().deadlineNanoTime());
    }
    long own = operation.ownLeftNanos(now);
    if (own == CallClocks.NEVER) {
      // It has its client's otherwise.
      clone.timeout().clearTimeout();
    } else {
      clone.timeout().timeout(Math.max(1_000_000, own), TimeUnit.NANOSECONDS);
    }
    return clone;
  }

  /** What goes out, saying which attempt it is, and of which operation; not to another origin. */
  Request decorated(Attempt attempt, Request wire) {
    if (!isSameOrigin(request.url(), wire.url())) {
      attempt.leftOrigin = true;
      return wire;
    }
    String keyHeader = settings.keyHeader();
    String attemptHeader = settings.attemptHeader();
    boolean says = attempt.number > 1 && attemptHeader != null;
    if (key == null && !says) {
      return wire;
    }
    Request.Builder decorated = wire.newBuilder();
    if (key != null && keyHeader != null) {
      decorated.header(keyHeader, key);
      attempt.keySent = true;
    }
    if (says && attemptHeader != null) {
      decorated.header(attemptHeader, Integer.toString(attempt.number));
    }
    return decorated.build();
  }

  private static boolean isSameOrigin(HttpUrl one, HttpUrl other) {
    return one.scheme().equals(other.scheme())
        && one.host().equals(other.host())
        && one.port() == other.port();
  }
}
