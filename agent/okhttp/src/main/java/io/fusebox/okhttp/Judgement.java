package io.fusebox.okhttp;

import io.fusebox.calls.CallGuards;
import io.fusebox.calls.StreamTypes;
import io.fusebox.engine.BreakerSettings;
import io.fusebox.engine.CallClocks;
import io.fusebox.engine.Clock;
import io.fusebox.engine.Outcome;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt's outcome means: for the breaker and the budget, for a further attempt, for the
 * application. On the thread of the call. Part of {@link Operation}.
 */
final class Judgement {

  static final int REQUEST_TIMEOUT = 408;
  static final int UNAVAILABLE = 503;

  private static final int SWITCHING_PROTOCOLS = 101;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;

  private static final long LEASE_SLACK = TimeUnit.MILLISECONDS.toNanos(100);

  private final Operation operation;

  Judgement(Operation operation) {
    this.operation = operation;
  }

  void judge(Attempt attempt) throws Throwable {
    boolean mine = operation.move(attempt.number, Operation.RUNNING, Operation.JUDGING);
    Response head = attempt.response;
    IOException thrown = attempt.failure;
    if (!mine && operation.phase() == Operation.CUT) {
      close(head);
      isCut(attempt, thrown);
    } else if (!mine && attempt.timeUp != null) {
      close(head);
      attemptIsCut(attempt, attempt.timeUp, thrown);
    } else if (head != null) {
      answered(attempt, head);
    } else if (thrown != null) {
      failed(attempt, thrown);
    }
  }

  private static void close(@Nullable Response head) {
    if (head != null && head.body() != null) {
      head.close();
    }
  }

  private void answered(Attempt attempt, Response brought) throws Throwable {
    String after = attempt.hiddenAfter;
    // An interceptor may have put another response in its place.
    boolean hidden = after != null && Wire.LONGEST.equals(brought.header(Wire.RETRY_AFTER));
    Response head = hidden ? brought.newBuilder().header(Wire.RETRY_AFTER, after).build() : brought;
    attempt.response = head;
    int code = head.code();
    attempt.status = code;
    attempt.headNanos = Math.max(1, operation.clocks.elapsed(operation.services.ticker().nanos()));
    Retrials further = operation.retrials();
    if (further != null && further.retriesStatus(code) && attempt.isGuarded()) {
      settle(attempt, Outcome.ANSWERED, code, null);
      if (!operation.isGivenUp() && further.isToBe(attempt, Outcome.ANSWERED, head)) {
        operation.listensToCancellation();
        Response kept = KeptResponse.of(head, words(code));
        putAside(attempt, kept, null);
        return;
      }
    }
    Response made = Fallbacks.forStatus(operation, code);
    if (made != null) {
      settle(attempt, Outcome.ANSWERED, code, null);
      close(head);
      attempt.outcome(made, null);
      operation.end();
      return;
    }
    give(attempt, head);
  }

  private void give(Attempt attempt, Response head) throws Throwable {
    int code = head.code();
    ResponseBody body = head.body();
    boolean stream =
        StreamTypes.isStream(operation.policy.stream(), head.header("Content-Type"))
            || RequestBodies.isDuplex(operation.call.request().body());
    operation.clocks.headArrived(stream);
    if (isMade(attempt)) {
      operation.isReplaced();
    }
    if (body == null
        || operation.isWebSocket()
        || code == SWITCHING_PROTOCOLS
        || code == NO_CONTENT
        || code == NOT_MODIFIED
        || body.contentLength() == 0
        || head.request().method().equals("HEAD")) {
      settle(attempt, Outcome.ANSWERED, code, null);
      operation.end();
      return;
    }
    CallGuards guards = operation.guards;
    BreakerSettings breaker = operation.policy.breaker();
    if (stream) {
      settle(attempt, Outcome.ANSWERED, code, null);
    } else if (guards != null && breaker != null && guards.holdsProbe()) {
      // Its place is lent until the host has had time for a head; a body may take any.
      operation.isProvenBy(attempt.startNanos + breaker.leaseNanos() - LEASE_SLACK);
    }
    if (operation.policy.bulkhead() != 0) {
      // Its place is given back when the call is cancelled, whether its body is closed or not.
      operation.listensToCancellation();
    }
    attempt.outcome(head.newBuilder().body(GuardedSource.over(operation, body)).build(), null);
    operation.move(attempt.number, Operation.JUDGING, Operation.RUNNING);
    operation.bodyBegins();
  }

  /** Whether the application's own call was cancelled, by us, for what a clone has answered. */
  private boolean isMade(Attempt attempt) {
    return attempt.call != operation.call && !operation.isEnqueued();
  }

  private void failed(Attempt attempt, IOException thrown) throws Throwable {
    if (attempt.isRefused()) {
      Response made = Fallbacks.forRefusal(operation);
      // An interceptor may have its own words for it.
      attempt.outcome(made, made == null ? thrown : null);
      operation.end();
      return;
    }
    if (isOfTheApplication(attempt)) {
      attempt.headNanos = operation.clocks.elapsed(operation.services.ticker().nanos());
      settle(attempt, Outcome.ANSWERED, attempt.wireStatus, null);
      operation.end();
      return;
    }
    CutRecord record = connectCut(attempt, thrown);
    Outcome outcome = record == null ? outcomeOf(attempt, thrown) : ofConnect(attempt);
    settle(attempt, outcome, 0, record == null ? null : Clock.CONNECT);
    if (isTriedAgain(attempt, outcome)) {
      attempt.cut = record;
      putAside(attempt, null, record == null ? thrown : record.exception(thrown));
      return;
    }
    if (record != null) {
      cutIsTheOutcome(attempt, record, record.exception(thrown));
    } else if (thrown instanceof SocketTimeoutException) {
      Response made = Fallbacks.forOwnTimeout(operation);
      attempt.outcome(made, made == null ? thrown : null);
    }
    operation.end();
  }

  /** The host has answered, and all of it came: whoever throws now is an interceptor. */
  private static boolean isOfTheApplication(Attempt attempt) {
    return attempt.sent
        && !attempt.beforeIt
        && attempt.wireStatus != 0
        && attempt.wireFailure == null
        && !attempt.call.isCanceled();
  }

  private boolean isTriedAgain(Attempt attempt, Outcome outcome) throws Throwable {
    Retrials further = operation.retrials();
    return further != null
        && attempt.isGuarded()
        && !operation.isGivenUp()
        && further.isToBe(attempt, outcome, null);
  }

  /** What was cut while it was connected, unless something of it had left before. */
  private Outcome ofConnect(Attempt attempt) {
    return mayHaveLeft(attempt) ? Outcome.TIMED_OUT : Outcome.NEVER_SENT;
  }

  /** Whether any byte of a request may have left. */
  private boolean mayHaveLeft(Attempt attempt) {
    return attempt.sent || operation.shared().markLost;
  }

  private Outcome outcomeOf(Attempt attempt, IOException thrown) {
    if (!attempt.call.isCanceled()) {
      // A virtual thread that is interrupted loses its socket, and has its flag set.
      if (!attempt.wanted || Thread.currentThread().isInterrupted()) {
        return Outcome.ABANDONED;
      }
      Outcome outcome = Failures.outcome(thrown, mayHaveLeft(attempt));
      // Only the last request was not processed: what was answered before it was.
      return outcome == Outcome.UNPROCESSED && attempt.answered ? Outcome.CLOSING : outcome;
    }
    // OkHttp's own call timeout cancels, too.
    return operation.ownLeftNanos(operation.services.ticker().nanos()) <= 0
        ? Outcome.TIMED_OUT
        : Outcome.ABANDONED;
  }

  /** That connecting took too long, if that is what has ended an attempt. */
  private @Nullable CutRecord connectCut(Attempt attempt, IOException thrown) {
    if (!attempt.beforeIt || operation.observes()) {
      return null;
    }
    CutRecord record = attempt.cutConnection;
    if (record != null) {
      return record;
    }
    long bound = operation.boundOf(Clock.CONNECT);
    long elapsed = operation.clocks.elapsed(operation.services.ticker().nanos());
    // Where addresses are tried at a time it is OkHttp's own timeout, with our value.
    boolean ours =
        operation.shared().connecting.isElsewhere()
            && thrown instanceof SocketTimeoutException
            && bound != CallClocks.NEVER
            && elapsed - attempt.connectNanos >= bound;
    return ours ? new CutRecord(operation, Clock.CONNECT, attempt.number, elapsed) : null;
  }

  /** A clock of the attempt has run out, and what was left of the whole may have another. */
  private void attemptIsCut(Attempt attempt, CutRecord record, @Nullable IOException thrown)
      throws Throwable {
    // Before anything is begun: the worker that is to do it may come later than this.
    operation.cancel(attempt);
    settle(attempt, Outcome.TIMED_OUT, 0, record.clock);
    IOException exception = record.exception(thrown);
    attempt.cut = record;
    if (isTriedAgain(attempt, Outcome.TIMED_OUT)) {
      putAside(attempt, null, exception);
      return;
    }
    cutIsTheOutcome(attempt, record, exception);
    operation.end();
  }

  private void cutIsTheOutcome(Attempt attempt, CutRecord record, IOException exception) {
    operation.services.cut(record.cut());
    replace(attempt, record, exception);
  }

  /** A clock of the whole has run out; who has found that has said so. */
  private void isCut(Attempt attempt, @Nullable IOException thrown) {
    CutRecord record = operation.cut();
    if (record == null) {
      throw new IllegalStateException("cut by nothing");
    }
    replace(attempt, record, record.exception(thrown));
    operation.forget();
  }

  private void replace(Attempt attempt, CutRecord record, IOException exception) {
    Response made = Fallbacks.forCut(operation, record.clock);
    if (made != null) {
      // OkHttp would throw away what a cancelled call brings.
      operation.isReplaced();
    }
    attempt.outcome(made, made == null ? exception : null);
  }

  private void putAside(Attempt attempt, @Nullable Response kept, @Nullable IOException exception) {
    attempt.outcome(kept, exception);
    attempt.putAside = true;
    operation.waits(attempt);
  }

  /** No further attempt could be made: what was put aside is the outcome after all. */
  void isLast(Attempt attempt) {
    CutRecord record = attempt.cut;
    Response kept = attempt.response;
    IOException thrown = attempt.failure;
    if (record != null && thrown != null) {
      cutIsTheOutcome(attempt, record, thrown);
    } else if (kept != null) {
      Response made = Fallbacks.forStatus(operation, kept.code());
      attempt.outcome(made == null ? kept : made, null);
      if (isMade(attempt)) {
        operation.isReplaced();
      }
    } else if (thrown instanceof SocketTimeoutException) {
      Response made = Fallbacks.forOwnTimeout(operation);
      attempt.outcome(made, made == null ? thrown : null);
    }
  }

  /** The body has ended, by itself or with a failure. */
  void bodyEnds(Attempt attempt, @Nullable IOException thrown) {
    if (!operation.finish()) {
      return;
    }
    if (thrown == null) {
      settle(attempt, Outcome.ANSWERED, attempt.status, null);
    } else if (attempt.call.isCanceled()) {
      settle(attempt, Outcome.ABANDONED, 0, null);
    } else {
      boolean late = thrown instanceof SocketTimeoutException;
      settle(attempt, late ? Outcome.TIMED_OUT : Outcome.BROKEN, 0, null);
    }
    operation.ended();
  }

  /** Records how an attempt ended; what comes after the first word about it counts nothing. */
  void settle(Attempt attempt, Outcome outcome, int code, @Nullable Clock expired) {
    CallGuards guards = operation.guards;
    if (guards == null || !attempt.isGuarded()) {
      return;
    }
    long now = operation.services.ticker().nanos();
    boolean well = outcome == Outcome.ANSWERED;
    long took = (well ? attempt.headNanos : operation.clocks.elapsed(now)) - attempt.startNanos;
    boolean hadItsTime =
        outcome != Outcome.TIMED_OUT || operation.clocks.hadItsTime(expired, took, !attempt.sent);
    guards.settle(outcome, code, took, hadItsTime, now);
  }

  private String words(int code) {
    return operation.notKept("answered " + code + ", with a body that was not kept to its end");
  }
}
