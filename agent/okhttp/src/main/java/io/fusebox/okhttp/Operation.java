package io.fusebox.okhttp;

import io.fusebox.calls.CallGuards;
import io.fusebox.calls.CallServices;
import io.fusebox.calls.StreamTypes;
import io.fusebox.calls.TimedCall;
import io.fusebox.engine.BreakerSettings;
import io.fusebox.engine.CallClocks;
import io.fusebox.engine.Clock;
import io.fusebox.engine.Counters;
import io.fusebox.engine.Outcome;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.jspecify.annotations.Nullable;

/**
 * One call that a policy governs, from {@code execute} or {@code enqueue} to the last byte of its
 * body. It is the outermost interceptor of its chain: what it returns or throws is what the
 * application gets.
 *
 * <p>OkHttp does everything on the thread of the call, so that thread finds out what came of it; a
 * clock that runs out only cancels, and the thread that comes back says what it was that ended it.
 */
final class Operation extends TimedCall implements Interceptor, CallServices.Step {

  // Steps on the thread of the call.
  private static final int ENTER = 0;
  private static final int JUDGE = 1;
  private static final int BREAK_OFF = 2;
  private static final int LEAVES = 3;
  private static final int BODY_ENDS = 4;
  private static final int CLEAN_UP = 5;

  // Steps on a worker.
  private static final int TIME_IS_UP = 6;
  private static final int CUT_CONNECTION = 7;
  private static final int PROVEN = 8;
  private static final int TELL = 9;

  // What has become of an enqueued call's turn.
  private static final int QUEUED = 0;
  private static final int RUNS = 1;
  private static final int GIVEN_UP = 2;

  private static final AtomicIntegerFieldUpdater<Operation> TURN =
      AtomicIntegerFieldUpdater.newUpdater(Operation.class, "turn");

  private static final long LEASE_SLACK = TimeUnit.MILLISECONDS.toNanos(100);

  private static final int SWITCHING_PROTOCOLS = 101;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;

  // Fixed at construction.
  final Call call;
  private final Shared shared;
  private final String label;
  private final boolean webSocket;
  private final @Nullable CallGuards guards;
  private final @Nullable Callback callback; // the application's, of an enqueued call
  private final @Nullable ClassLoader loader; // the context loader of whoever enqueued it

  @SuppressWarnings("UnusedVariable") // by TURN
  private volatile int turn;

  // Set by the timer's thread.
  private volatile @Nullable CutRecord cut;
  private volatile @Nullable CutRecord cutConnection;

  // Set by the thread of the call, also read by others.
  private volatile @Nullable Object connecting;
  private volatile boolean beforeIt; // no connection stands for the present request
  private volatile long connectNanos; // since when
  private volatile boolean sent;
  private volatile long startNanos;
  private volatile long headNanos;
  private volatile int status;
  private volatile long provenBy = CallClocks.NEVER;

  // Only the thread of the call.
  private @Nullable Operation outer;
  private boolean inChain;
  private boolean wanted; // a connection, so it was admitted
  private @Nullable IOException refusal;
  private boolean replaced; // by an answer of ours, after we had cancelled the call
  private @Nullable Chain chain;
  private @Nullable Response response;
  private @Nullable IOException failure;

  Operation(Shared shared, Policy policy, Call call, Request request, @Nullable Callback callback) {
    super(shared.services, policy, CallClocks.NEVER);
    this.shared = shared;
    this.call = call;
    this.callback = callback;
    this.loader = callback == null ? null : Thread.currentThread().getContextClassLoader();
    HttpUrl url = request.url();
    this.label = request.method() + " " + url.host() + ":" + url.port();
    this.webSocket = "websocket".equalsIgnoreCase(request.header("Upgrade"));
    this.guards =
        CallGuards.areIn(policy)
            ? CallGuards.of(
                services,
                policy,
                PolicySet.canonicalHost(url.host()),
                url.port(),
                services.ticker().nanos())
            : null;
    services.counters().count(policy.name(), Counters.Event.CALLS);
  }

  /** Method, host and port. */
  String label() {
    return label;
  }

  boolean isWebSocket() {
    return webSocket;
  }

  /** False where, under observe, it went although it would have been refused. */
  boolean wouldHaveBeenSent() {
    return guards == null || !guards.wouldBeRejected();
  }

  /** Whether the chain of this call is running on the thread that asks. */
  boolean isInChain() {
    return inChain;
  }

  /** Whether it has an answer of ours though it was cancelled, by us. */
  boolean isReplaced() {
    return replaced;
  }

  /** Whether breaker or bulkhead keep it away. */
  boolean isRefused() {
    return refusal != null;
  }

  // The queue.

  /** It waits for its turn from here on, and only what bounds the whole goes on. */
  Callback enqueued() {
    Callback application = callback;
    if (application == null) {
      throw new IllegalStateException("not enqueued");
    }
    clocks.pausing();
    services.timer().arm(this);
    return new GuardedCallback(this, application);
  }

  /** Whether OkHttp's word to the callback is the first; it may come without the chain. */
  boolean isDelivered(IOException said) {
    if (TURN.get(this) == GIVEN_UP) {
      return false;
    }
    if (TURN.compareAndSet(this, QUEUED, RUNS)) {
      // Its executor did not take it.
      services.safely(this, CLEAN_UP, said);
    }
    return TURN.get(this) == RUNS;
  }

  // The chain, on the thread of the call.

  /** It is the next to be intercepted on this thread. */
  void isMade() {
    outer = shared.enter(this);
  }

  @Override
  public Response intercept(Chain given) throws IOException {
    if (callback != null && !TURN.compareAndSet(this, QUEUED, RUNS)) {
      shared.leave(outer);
      throw new IOException("cut before its turn came");
    }
    chain = given;
    services.safely(this, ENTER, null);
    Chain next = chain;
    inChain = true;
    try {
      response = (next == null ? given : next).proceed(given.request());
    } catch (IOException e) {
      failure = e;
    } catch (RuntimeException | Error e) {
      // Of the application's own interceptors as a rule: says nothing about the host.
      services.safely(this, BREAK_OFF, null);
      throw e;
    } finally {
      inChain = false;
      chain = null;
      shared.leave(outer);
      outer = null;
    }
    services.safely(this, JUDGE, null);
    Response outcome = response;
    response = null;
    IOException thrown = failure;
    failure = null;
    if (thrown != null || outcome == null) {
      throw thrown == null ? new IOException("no response") : thrown;
    }
    return outcome;
  }

  private void enter() {
    Chain given = chain;
    if (callback == null) {
      services.timer().arm(this);
    } else {
      clocks.attemptStarts(services.ticker().nanos());
      services.timer().hasten(this);
    }
    startNanos = clocks.elapsed(services.ticker().nanos());
    long bound = boundOf(Clock.CONNECT);
    if (given != null
        && bound != CallClocks.NEVER
        && !observes()
        && shared.connecting.isElsewhere()) {
      long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(bound));
      int own = given.connectTimeoutMillis();
      if (own == 0 || millis < own) {
        chain = given.withConnectTimeout((int) millis, TimeUnit.MILLISECONDS);
      }
    }
  }

  /** A connection is about to be used: null to go on, or why not. */
  @Nullable IOException connectionWanted() {
    connectNanos = clocks.elapsed(services.ticker().nanos());
    beforeIt = true;
    CallGuards asked = guards;
    if (wanted || asked == null) {
      wanted = true;
      return refusal;
    }
    wanted = true;
    String why = asked.admit(services.ticker().nanos());
    if (why != null) {
      String message = label + " rejected: policy " + policy.name() + ", " + why;
      refusal = services.rejected(message);
      services.happened(Counters.Event.REJECTIONS, policy, message);
    }
    return refusal;
  }

  /**
   * A connection is being made.
   *
   * @param what that can be cancelled
   * @param since the tick at which that began
   */
  void connects(Object what, long since) {
    if (clocks.watchesConnect()) {
      connecting = what;
      clocks.connecting(since);
      services.timer().hasten(this);
    }
  }

  /** What stands before the network's interceptors. */
  Interceptor wire() {
    return new Wire();
  }

  /** Sees every request that goes out, with its redirects. */
  private final class Wire implements Interceptor {
    @Override
    public Response intercept(Chain network) throws IOException {
      services.safely(Operation.this, LEAVES, null);
      Response head = network.proceed(network.request());
      clocks.sending();
      ResponseBody body = watchesSilence() ? head.body() : null;
      return body == null
          ? head
          : head.newBuilder().body(new WireBody(Operation.this, body)).build();
    }
  }

  private void leaves() {
    beforeIt = false;
    connecting = null;
    sent = true;
    requestSending();
  }

  // What came of it.

  private void judge() {
    IOException thrown = failure;
    if (thrown != null) {
      failed(thrown);
    } else if (response != null) {
      answered(response);
    }
  }

  private void answered(Response head) {
    if (!move(1, RUNNING, JUDGING)) {
      // At this very moment.
      head.close();
      response = null;
      isCut(null);
      return;
    }
    int code = head.code();
    status = code;
    headNanos = clocks.elapsed(services.ticker().nanos());
    Response made = Fallbacks.forStatus(this, code);
    if (made != null) {
      head.close();
      response = made;
      settle(Outcome.ANSWERED, code, null);
      end();
      return;
    }
    ResponseBody body = head.body();
    boolean stream = StreamTypes.isStream(policy.stream(), head.header("Content-Type"));
    clocks.headArrived(stream);
    boolean bodiless = code == NO_CONTENT || code == NOT_MODIFIED || body == null;
    if (webSocket
        || code == SWITCHING_PROTOCOLS
        || bodiless
        || body.contentLength() == 0
        || head.request().method().equals("HEAD")) {
      settle(Outcome.ANSWERED, code, null);
      end();
      return;
    }
    if (stream) {
      settle(Outcome.ANSWERED, code, null);
    } else if (guards != null && guards.holdsProbe()) {
      BreakerSettings breaker = policy.breaker();
      // Its place is lent until the host has had time for a head; a body may take any.
      provenBy =
          breaker == null ? CallClocks.NEVER : startNanos + breaker.leaseNanos() - LEASE_SLACK;
    }
    response = head.newBuilder().body(new GuardedBody(this, body)).build();
    move(1, JUDGING, RUNNING);
    if (clocks.nextDue() == CallClocks.NEVER && !watchesSilence() && provenBy == CallClocks.NEVER) {
      // Nothing can be due any more: a body that nobody ever reads shall not be kept for it.
      services.timer().disarm(this);
    } else {
      services.timer().hasten(this);
    }
  }

  private void failed(IOException thrown) {
    if (!move(1, RUNNING, JUDGING) && phase() == CUT) {
      isCut(thrown);
      return;
    }
    IOException refused = refusal;
    Response made = null;
    if (refused != null) {
      made = Fallbacks.forRefusal(this);
      failure = refused;
    } else if (isConnectCut(thrown)) {
      made = connectCut(thrown);
    } else {
      settle(outcomeOf(thrown), 0, null);
      made = thrown instanceof SocketTimeoutException ? Fallbacks.forOwnTimeout(this) : null;
    }
    replace(made);
    end();
  }

  private Outcome outcomeOf(IOException thrown) {
    if (!call.isCanceled()) {
      return Failures.outcome(thrown, sent);
    }
    // OkHttp's own call timeout cancels, too.
    long own = call.timeout().timeoutNanos();
    boolean late = own > 0 && clocks.elapsed(services.ticker().nanos()) - startNanos >= own;
    return late ? Outcome.TIMED_OUT : Outcome.ABANDONED;
  }

  private boolean isConnectCut(IOException thrown) {
    if (!beforeIt || observes()) {
      return false;
    }
    if (cutConnection != null) {
      return true;
    }
    long bound = boundOf(Clock.CONNECT);
    // Where addresses are tried at a time it is OkHttp's own timeout, with our value.
    return shared.connecting.isElsewhere()
        && thrown instanceof SocketTimeoutException
        && bound != CallClocks.NEVER
        && clocks.elapsed(services.ticker().nanos()) - connectNanos >= bound;
  }

  private @Nullable Response connectCut(IOException thrown) {
    CutRecord record = cutConnection;
    if (record == null) {
      record = new CutRecord(this, Clock.CONNECT, clocks.elapsed(services.ticker().nanos()));
    }
    settle(Outcome.NEVER_SENT, 0, Clock.CONNECT);
    services.cut(record.cut());
    failure = record.exception(thrown);
    return Fallbacks.forCut(this, Clock.CONNECT);
  }

  private void isCut(@Nullable IOException thrown) {
    CutRecord record = cut;
    if (record == null) {
      throw new IllegalStateException("cut by nothing");
    }
    failure = record.exception(thrown);
    Response made = Fallbacks.forCut(this, record.clock);
    if (made != null) {
      // OkHttp would throw away what a cancelled call brings.
      replaced = true;
      shared.operations.put(call, this);
    }
    replace(made);
  }

  private void replace(@Nullable Response made) {
    if (made != null) {
      response = made;
      failure = null;
    }
  }

  // The body, on whichever thread reads it.

  /** The application asks for more. */
  void reads() throws IOException {
    CutRecord record = cut;
    if (record != null && phase() == CUT) {
      throw record.exception(null);
    }
  }

  /** The body has failed; gives what the application is to be told. */
  IOException bodyFailed(IOException thrown) {
    CutRecord record = cut;
    if (record != null && phase() == CUT) {
      return record.exception(thrown);
    }
    services.safely(this, BODY_ENDS, thrown);
    return thrown;
  }

  /** The body was read to its end, or closed. */
  void bodyEnds() {
    if (!isOver()) {
      services.safely(this, BODY_ENDS, null);
    }
  }

  private void bodyEnds(@Nullable IOException thrown) {
    if (!finish()) {
      return;
    }
    if (thrown == null) {
      settle(Outcome.ANSWERED, status, null);
    } else if (call.isCanceled()) {
      settle(Outcome.ABANDONED, 0, null);
    } else {
      settle(
          thrown instanceof SocketTimeoutException ? Outcome.TIMED_OUT : Outcome.BROKEN, 0, null);
    }
    ended();
  }

  // The timer.

  @Override
  protected long dueTick() {
    if (phase() != RUNNING) {
      return NEVER;
    }
    long due = Math.min(clocks.nextDue(), provenBy);
    return due == CallClocks.NEVER ? NEVER : clocks.tickAt(due);
  }

  @Override
  protected void onDue(long now) {
    if (provenBy <= clocks.elapsed(now)) {
      provenBy = CallClocks.NEVER;
      services.handOver(this, PROVEN);
    }
    Clock expired = clocks.expired(now);
    if (expired == null || phase() != RUNNING) {
      return;
    }
    CutRecord record = new CutRecord(this, expired, clocks.elapsed(now));
    if (expired == Clock.CONNECT && !observes()) {
      // OkHttp may have other addresses: only this connection ends.
      cutConnection = record;
      clocks.sending();
      services.handOver(this, CUT_CONNECTION);
      return;
    }
    cut = record;
    if (observes()) {
      // Once is enough.
      services.timer().disarm(this);
      services.handOver(this, TIME_IS_UP);
    } else if (move(1, RUNNING, CUT)) {
      services.timer().disarm(this);
      services.handOver(this, TIME_IS_UP);
    }
  }

  private void timeIsUp() {
    CutRecord record = cut;
    if (record == null) {
      throw new IllegalStateException("cut by nothing");
    }
    if (observes()) {
      Response none = Fallbacks.forCut(this, record.clock);
      if (none == null && wouldHaveBeenSent()) {
        services.wouldHaveCut(record.cut());
      }
      return;
    }
    try {
      services.cut(record.cut());
      settle(Outcome.TIMED_OUT, 0, record.clock);
      leave();
    } finally {
      boolean waits = callback != null && TURN.compareAndSet(this, QUEUED, GIVEN_UP);
      call.cancel();
      if (waits) {
        services.callBack(this, TELL, loader);
      }
    }
  }

  private void cutConnection() throws ReflectiveOperationException {
    Object what = connecting;
    if (what != null && beforeIt) {
      Connecting.cancel(what);
    }
  }

  /** An enqueued call whose turn did not come in time. */
  private void tell() {
    CutRecord record = cut;
    Callback application = callback;
    if (record == null || application == null) {
      throw new IllegalStateException("nobody to be told");
    }
    Response made = Fallbacks.forCut(this, record.clock);
    try {
      if (made == null) {
        application.onFailure(call, record.exception(null));
      } else {
        application.onResponse(call, made);
      }
    } catch (Throwable e) {
      // As on a thread of OkHttp's.
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }

  // The steps.

  @Override
  public void run(int event, @Nullable Object argument) throws Throwable {
    switch (event) {
      case ENTER:
        enter();
        break;
      case JUDGE:
        judge();
        break;
      case BREAK_OFF:
        settle(Outcome.ABANDONED, 0, null);
        end();
        break;
      case LEAVES:
        leaves();
        break;
      case BODY_ENDS:
        bodyEnds((IOException) argument);
        break;
      case CLEAN_UP:
        settle(Outcome.ABANDONED, 0, null);
        end();
        break;
      case TIME_IS_UP:
        timeIsUp();
        break;
      case CUT_CONNECTION:
        cutConnection();
        break;
      case PROVEN:
        settle(Outcome.ANSWERED, status, null);
        break;
      case TELL:
        tell();
        break;
      default:
        throw new IllegalArgumentException("step " + event);
    }
  }

  /** The call goes on as OkHttp has it, with nothing of ours left behind. */
  @Override
  public void failed(int event) {
    if (event == JUDGE || event == BODY_ENDS || event == BREAK_OFF || event == CLEAN_UP) {
      end();
    }
  }

  /** Records how it ended; what comes after the first word about it counts nothing. */
  private void settle(Outcome outcome, int code, @Nullable Clock expired) {
    CallGuards settled = guards;
    if (settled == null || !wanted || refusal != null) {
      return;
    }
    long now = services.ticker().nanos();
    boolean well = outcome == Outcome.ANSWERED;
    long took = (well ? headNanos : clocks.elapsed(now)) - startNanos;
    boolean hadItsTime = outcome != Outcome.TIMED_OUT || clocks.hadItsTime(expired, took, !sent);
    settled.settle(outcome, code, took, hadItsTime, now);
  }

  private void end() {
    if (finish()) {
      ended();
    }
  }

  private void ended() {
    services.timer().disarm(this);
    leave();
    if (callback != null) {
      shared.operations.remove(call);
    }
  }

  private void leave() {
    if (guards != null) {
      guards.leave();
    }
  }

  @Override
  public String toString() {
    return label + ", policy " + policy.name();
  }
}
