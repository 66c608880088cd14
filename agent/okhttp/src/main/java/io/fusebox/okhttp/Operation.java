package io.fusebox.okhttp;

import io.fusebox.calls.CallGuards;
import io.fusebox.calls.CallServices;
import io.fusebox.calls.Methods;
import io.fusebox.calls.TimedCall;
import io.fusebox.engine.CallClocks;
import io.fusebox.engine.Clock;
import io.fusebox.engine.Counters;
import io.fusebox.engine.Outcome;
import io.fusebox.engine.RetrySettings;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import okio.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One call that a policy governs, from {@code execute} or {@code enqueue} to the last byte of its
 * body, over all its attempts. It is the outermost interceptor of its chain: what it returns or
 * throws is what the application gets.
 *
 * <p>OkHttp does everything on the thread of the call, so that thread finds out what came of it; a
 * clock that runs out only cancels, and the thread that comes back says what it was that ended it.
 * An executed call makes its further attempts on its caller's thread: within the chain of that call
 * as long as nothing had to be cancelled, then on clones of it. An enqueued call leaves its thread
 * between attempts; each is a clone that is enqueued when its time has come.
 */
final class Operation extends TimedCall implements Interceptor, CallServices.Step {

  // Steps on the thread of the call.
  private static final int ENTER = 0;
  private static final int JUDGE = 1;
  private static final int BREAK_OFF = 2;
  private static final int LEAVES = 3;
  private static final int BODY_ENDS = 4;
  private static final int CLEAN_UP = 5;
  private static final int WAIT = 6;
  private static final int COMES = 13;
  private static final int LISTENS = 14;
  private static final int HEARS = 15;

  // Steps on a worker.
  private static final int TIME_IS_UP = 7;
  private static final int CUT_CONNECTION = 8;
  private static final int PROVEN = 9;
  private static final int TELL = 10;
  private static final int ATTEMPT_IS_UP = 11;
  private static final int GO_ON = 12;

  // What has become of an enqueued call's turn.
  private static final int QUEUED = 0;
  private static final int RUNS = 1;
  private static final int GIVEN_UP = 2;

  private static final AtomicIntegerFieldUpdater<Operation> TURN =
      AtomicIntegerFieldUpdater.newUpdater(Operation.class, "turn");

  /** The application may have fewer rights than asking takes. */
  private static final PrivilegedAction<@Nullable ClassLoader> CALLERS_LOADER =
      new PrivilegedAction<@Nullable ClassLoader>() {
        @Override
        public @Nullable ClassLoader run() {
          return Thread.currentThread().getContextClassLoader();
        }
      };

  // Fixed at construction.
  final Call call;
  final @Nullable CallGuards guards;
  private final Shared shared;
  private final HttpUrl url;
  private final String method;
  private final boolean webSocket;
  private final @Nullable Callback callback; // the application's, of an enqueued call
  private final @Nullable ClassLoader loader; // the context loader of whoever enqueued it
  private final @Nullable Retrials retrials;
  private final Judgement judgement = new Judgement(this);

  @SuppressWarnings("UnusedVariable") // by TURN
  private volatile int turn;

  private volatile Attempt current;
  private volatile @Nullable Attempt last; // before it, what came of which was put aside

  // Set by the timer's thread.
  private volatile @Nullable CutRecord cut;

  // Set by the application's cancellation, on any thread.
  private volatile boolean givenUp;
  private volatile boolean cancelledByUs; // the application's call
  private volatile boolean listed; // of an executed call
  private volatile @Nullable Thread waiter;

  private volatile long provenBy = CallClocks.NEVER;
  private volatile boolean replaced; // by an answer of ours, after we had cancelled the call
  private volatile long chainNanos; // when the application's call began to run

  Operation(Shared shared, Policy policy, Call call, Request request, @Nullable Callback callback)
      throws Throwable {
    super(shared.services, policy, CallClocks.NEVER);
    this.shared = shared;
    this.call = call;
    this.callback = callback;
    this.loader = callback == null ? null : AccessController.doPrivileged(CALLERS_LOADER);
    this.url = request.url();
    this.method = request.method();
    this.webSocket = "websocket".equalsIgnoreCase(request.header("Upgrade"));
    CallGuards made =
        CallGuards.areIn(policy)
            ? CallGuards.of(
                services,
                policy,
                PolicySet.canonicalHost(url.host()),
                url.port(),
                services.ticker().nanos())
            : null;
    this.guards = made;
    RetrySettings retry = policy.retry();
    this.retrials =
        retry == null || made == null || webSocket
            ? null
            : new Retrials(this, made, retry, request);
    this.current = new Attempt(1, call, 0);
    services.counters().count(policy.name(), Counters.Event.CALLS);
  }

  @Override
  public String label() {
    return method + ' ' + url.host() + ':' + url.port();
  }

  boolean isWebSocket() {
    return webSocket;
  }

  boolean isEnqueued() {
    return callback != null;
  }

  /** Whether it is enqueued, and its callback has heard nothing yet. */
  boolean isUnanswered() {
    Attempt attempt = current;
    return callback != null && !isOver() && (attempt.headNanos == 0 || attempt.putAside);
  }

  /** False where, under observe, it went although it would have been refused. */
  boolean wouldHaveBeenSent() {
    return guards == null || !guards.wouldBeRejected();
  }

  /** Whether the chain of this call is running on the thread that asks. */
  boolean isInChain() {
    return current.inChain;
  }

  @Nullable Retrials retrials() {
    return retrials;
  }

  Attempt current() {
    return current;
  }

  /** What the clock that has ended the whole says. */
  @Nullable CutRecord cut() {
    return cut;
  }

  /** Whether the application has cancelled it, or its own call timeout has. */
  boolean isGivenUp() {
    return givenUp || (!cancelledByUs && call.isCanceled());
  }

  /** From here on a cancellation of the call is told to us. */
  void listensToCancellation() {
    if (callback == null && !listed) {
      listed = true;
      shared.operations.put(call, this);
    }
  }

  /** What is left of whatever bounds the whole, the application's own call timeout included. */
  long leftNanos(long now) {
    return Math.min(clocks.leftNanos(now), ownLeftNanos(now));
  }

  /** What is left of the application's own call timeout; NEVER where there is none. */
  long ownLeftNanos(long now) {
    Timeout timeout = call.timeout();
    long own = timeout.timeoutNanos();
    long left = own <= 0 ? CallClocks.NEVER : own - (clocks.elapsed(now) - chainNanos);
    return timeout.hasDeadline()
        ? Math.min(left, timeout.deadlineNanoTime() - System.nanoTime())
        : left;
  }

  // The queue.

  /** It waits for its turn from here on, and only what bounds the whole goes on. */
  Callback enqueued() {
    clocks.pausing();
    services.timer().arm(this);
    return new GuardedCallback(this, current);
  }

  /** OkHttp has told an attempt's callback of a failure, maybe without its chain. */
  void fails(Attempt attempt, IOException said) {
    Callback application = callback;
    if (attempt.putAside || TURN.get(this) == GIVEN_UP || application == null) {
      return;
    }
    if (TURN.compareAndSet(this, QUEUED, RUNS)) {
      // Its executor did not take it: the outcome before it stands, if there was one.
      Attempt before = last;
      attempt.failure = said;
      services.safely(this, CLEAN_UP, null);
      deliver(application, before == null ? attempt : before);
    } else if (TURN.get(this) == RUNS) {
      application.onFailure(call, said);
    }
  }

  /** OkHttp has told an attempt's callback of its response. */
  void answers(Attempt attempt, Response brought) throws IOException {
    if (!attempt.putAside && callback != null) {
      callback.onResponse(call, brought);
    }
  }

  /** What came of an attempt is the outcome; on a thread of ours. */
  private void deliver(Callback application, Attempt attempt) {
    Response outcome = attempt.response;
    IOException thrown = attempt.failure;
    try {
      if (thrown != null || outcome == null) {
        application.onFailure(call, thrown == null ? new IOException("no response") : thrown);
      } else {
        application.onResponse(call, outcome);
      }
    } catch (IOException ofTheCallback) {
      // OkHttp notes it in its log, and that is all it comes to.
      return;
    } catch (Throwable e) {
      // As on a thread of OkHttp's.
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }

  // The chain, on the thread of the call.

  /** It is the next to be intercepted on this thread. */
  void isMade() {
    current.outer = shared.enter(this);
  }

  @Override
  public Response intercept(Chain given) throws IOException {
    // The next attempt of an enqueued call may begin on another thread before this one is done.
    Attempt attempt = current;
    Operation outer = attempt.outer;
    attempt.outer = null;
    if (callback != null && !TURN.compareAndSet(this, QUEUED, RUNS)) {
      shared.leave(outer);
      forget();
      throw new IOException("cut before its turn came");
    }
    attempt.chain = given;
    services.safely(this, ENTER, null);
    Chain entered = attempt.chain;
    Chain bounded = entered == null ? given : entered;
    attempt.chain = null;
    try {
      goThrough(attempt, bounded);
      while (callback == null && phase() == WAITING) {
        services.safely(this, WAIT, null);
        if (current != attempt && phase() == RUNNING) {
          attempt = current;
          goThrough(attempt, bounded);
        }
      }
    } finally {
      shared.leave(outer);
    }
    Response outcome = attempt.response;
    IOException thrown = attempt.failure;
    if (!attempt.putAside) {
      // The operation lives on with its body.
      attempt.response = null;
      attempt.failure = null;
    }
    if (thrown != null || outcome == null) {
      throw thrown == null ? new IOException("no response") : thrown;
    }
    return outcome;
  }

  /** One attempt, and what is to be made of it. */
  private void goThrough(Attempt attempt, Chain bounded) throws IOException {
    attempt.inChain = true;
    try {
      attempt.response =
          callback == null && attempt.call != call
              ? attempt.call.execute()
              : bounded.proceed(bounded.request());
    } catch (IOException e) {
      attempt.failure = e;
    } catch (Throwable e) {
      // Of the application's own interceptors as a rule, or of OkHttp 5 when its thread was
      // interrupted; checked or not, for Kotlin does not care. It says nothing about the host.
      services.safely(this, BREAK_OFF, null);
      throw e;
    } finally {
      attempt.inChain = false;
    }
    services.safely(this, JUDGE, null);
  }

  private void enter() {
    Attempt attempt = current;
    Chain given = attempt.chain;
    long now = services.ticker().nanos();
    if (callback == null) {
      services.timer().arm(this);
    } else {
      // Its turn has come.
      clocks.attemptStarts(now);
      attempt.startNanos = clocks.elapsed(now);
      services.timer().hasten(this);
    }
    if (attempt.number == 1) {
      chainNanos = clocks.elapsed(now);
    }
    if (given != null) {
      attempt.chain = bounded(given);
    }
  }

  /** A chain that bounds what cannot be watched: TCP, where threads of OkHttp's connect. */
  Chain bounded(Chain given) {
    long bound = boundOf(Clock.CONNECT);
    if (bound == CallClocks.NEVER || observes() || !shared.connecting.isElsewhere()) {
      return given;
    }
    long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(bound));
    int own = given.connectTimeoutMillis();
    return own == 0 || millis < own
        ? given.withConnectTimeout((int) millis, TimeUnit.MILLISECONDS)
        : given;
  }

  /** What stands before the interceptors of a clone that runs within the chain of its operation. */
  Interceptor again() {
    return new Again();
  }

  private final class Again implements Interceptor {
    @Override
    public Response intercept(Chain given) throws IOException {
      return bounded(given).proceed(given.request());
    }
  }

  /**
   * A connection is about to be used: null to go on, or why not.
   *
   * @param to of the request at hand, which an interceptor may have turned elsewhere
   */
  @Nullable IOException connectionWanted(HttpUrl to) {
    Attempt attempt = current;
    attempt.connectNanos = clocks.elapsed(services.ticker().nanos());
    attempt.beforeIt = true;
    HttpUrl refusedAt = attempt.refusedAt;
    if (refusedAt != null) {
      // One that makes up for a host that fails is none of its guards' business.
      attempt.elsewhere = !sharesState(to, refusedAt);
      return attempt.elsewhere ? null : attempt.refusal;
    }
    CallGuards asked = guards;
    if (attempt.wanted || asked == null || attempt.number > 1) {
      attempt.wanted = true;
      return null;
    }
    attempt.wanted = true;
    String why = asked.admit(services.ticker().nanos());
    if (why != null) {
      String message = rejection(why);
      attempt.refusal = services.rejected(message);
      attempt.refusedAt = to;
      tellRejection(message);
    } else if (isOver()) {
      // A clock was quicker, and has given back what there was then. It cancels the call.
      asked.leave();
    }
    return attempt.refusal;
  }

  /** Whether what was refused to one is refused to the other: an interceptor may turn names. */
  private boolean sharesState(HttpUrl to, HttpUrl refusedAt) {
    return policy.sharesState() || isSameHost(to, refusedAt) || isSameHost(to, url);
  }

  private static boolean isSameHost(HttpUrl one, HttpUrl other) {
    return one.port() == other.port()
        && PolicySet.canonicalHost(one.host()).equals(PolicySet.canonicalHost(other.host()));
  }

  /**
   * A connection is being made.
   *
   * @param what that can be cancelled
   * @param since the tick at which that began
   */
  void connects(Object what, long since) {
    if (clocks.watchesConnect()) {
      current.connecting = what;
      clocks.connecting(since);
      services.timer().hasten(this);
    }
  }

  /** What stands before the network's interceptors. */
  Wire wire() {
    return new Wire(this);
  }

  /**
   * Whether the call was cancelled before its connection was there. Up to 3.14 OkHttp forgets that
   * where the connection had no socket yet, and would wait for its answer for ever.
   */
  boolean isCancelUnheard() {
    return !observes() && current.call.isCanceled();
  }

  /** All of a request has left. */
  void isOut() {
    requestSent();
    if (webSocket) {
      // Nothing of ours stands before the wire there.
      current.beforeIt = false;
      current.sent = true;
      if (isCancelUnheard()) {
        shared.cancel(current.call);
      }
    }
  }

  /** A request goes out. */
  void leaves() {
    services.safely(this, LEAVES, null);
  }

  /** A head is there, before anything of the application's has seen it. */
  void hears() {
    services.safely(this, HEARS, null);
  }

  /** A head comes. */
  void comes() {
    services.safely(this, COMES, null);
  }

  /** A piece of the body is asked for. */
  void listens() {
    services.safely(this, LISTENS, null);
  }

  /** Whether OkHttp may try again by itself after a failure. */
  boolean mayRecover() throws Throwable {
    Attempt attempt = current;
    if (attempt.isRefused() || phase() != RUNNING) {
      return false;
    }
    if (attempt.call.isCanceled()) {
      // It tries nothing again then, but says so in its own words.
      return true;
    }
    if (attempt.beforeIt || observes()) {
      // There may be other addresses, and nothing has left.
      return true;
    }
    IOException last = attempt.wireFailure;
    boolean unprocessed = last != null && Failures.isUnprocessed(last);
    Retrials further = retrials;
    if (further == null || !further.limitsSends()) {
      return (last != null && bodyIsUntouched(attempt, last)) || mayResend(attempt, unprocessed);
    }
    // Behind a redirect OkHttp can send this request again, and we can only send all of them.
    return attempt.answered
        && (unprocessed || further.allowsMethod(methodOf(attempt)))
        && bodyIsTheSame(attempt)
        && !further.isOurs(attempt)
        && further.resends(unprocessed);
  }

  /** Whether OkHttp may send again by itself after a response that says that it should. */
  boolean mayFollow() throws Throwable {
    Attempt attempt = current;
    int status = attempt.wireStatus;
    Retrials further = retrials;
    boolean resends = status == Judgement.REQUEST_TIMEOUT || status == Judgement.UNAVAILABLE;
    return observes()
        || !resends
        || ((further == null || !further.limitsSends()) && mayResend(attempt, false));
  }

  /** Nothing that must not happen twice, and nothing whose body would arrive empty. */
  private boolean mayResend(Attempt attempt, boolean unprocessed) throws Throwable {
    return (unprocessed || Methods.isIdempotent(methodOf(attempt))) && bodyIsTheSame(attempt);
  }

  /** Of the request that left last; of a WebSocket's nothing is seen. */
  private String methodOf(Attempt attempt) {
    Request left = attempt.leftAs;
    return left == null ? method : left.method();
  }

  /** What interceptors of the network made of it, they make again of what OkHttp sends again. */
  private boolean bodyIsTheSame(Attempt attempt) throws Throwable {
    Request left = attempt.left;
    return RequestBodies.isTheSameAgain(left == null ? call.request() : left);
  }

  /** Whether nobody has asked for the body: one that was replaced has been read for that. */
  private static boolean bodyIsUntouched(Attempt attempt, IOException failure) {
    Request left = attempt.left;
    Request made = attempt.leftAs;
    return left != null
        && made != null
        && left.body() == made.body()
        && Failures.isUntouched(failure);
  }

  private boolean drives() {
    Retrials further = retrials;
    return further != null && further.drives();
  }

  // The application's own cancellation.

  /** A call of this operation is being cancelled; by us, or for good. */
  void cancels(Call which) {
    if (shared.isCancelling()) {
      return;
    }
    givenUp = true;
    Attempt attempt = current;
    if (attempt.call != which) {
      attempt.call.cancel();
    }
    Thread waiting = waiter;
    if (waiting != null) {
      LockSupport.unpark(waiting);
    }
    if (callback != null && phase() == WAITING && move(number(), WAITING, STARTING)) {
      services.callBack(this, GO_ON, loader);
    }
    if (phase() == RUNNING && attempt.headNanos != 0 && !attempt.putAside) {
      // The application has its response, and may never close it.
      services.safely(this, CLEAN_UP, null);
    }
  }

  /** Ends an attempt's call; on a worker, or on the thread of that call. */
  void cancel(Attempt attempt) {
    synchronized (attempt) {
      // Whoever comes second must not go on before it is done.
      if (!attempt.cancelled) {
        if (drives() && phase() != CUT) {
          // From here on that it is cancelled says nothing of the application.
          listensToCancellation();
        }
        if (attempt.call.isCanceled()) {
          // By the application, which had not been listened to.
          givenUp = true;
        }
        attempt.cancelled = true;
        if (attempt.call == call) {
          cancelledByUs = true;
        }
        shared.cancel(attempt.call);
      }
    }
  }

  /** Whether a call counts as cancelled although we were the ones who cancelled it, for less. */
  boolean isCancelled(Call which) {
    return isGivenUp() || !(replaced || (which == call && current.call != which));
  }

  /** It has an answer though its call was cancelled, by us. */
  void isReplaced() {
    replaced = true;
    shared.operations.put(call, this);
    if (current.call != call) {
      shared.operations.put(current.call, this);
    }
  }

  // Waiting.

  /** On the caller's thread: until the next attempt, or until there is none. */
  private void waitForNext() {
    Retrials further = retrials;
    if (further == null) {
      throw new IllegalStateException("no further attempt");
    }
    listensToCancellation();
    waiter = Thread.currentThread();
    boolean interrupted = !further.await();
    waiter = null;
    int number = number();
    if (!move(number, WAITING, STARTING)) {
      return;
    }
    if (interrupted) {
      current.outcome(null, new InterruptedIOException("interrupted"));
      end();
    } else if (isGivenUp()) {
      current.outcome(null, new IOException("Canceled"));
      end();
    } else {
      begin(further);
    }
  }

  /** Begins the next attempt, or makes what was last the outcome; true if there is one. */
  private boolean begin(Retrials further) {
    Attempt before = current;
    Attempt next = further.next(before);
    if (next == null) {
      judgement.isLast(before);
      end();
      return false;
    }
    provenBy = CallClocks.NEVER;
    if (next.call != call) {
      shared.operations.put(next.call, this);
    }
    last = before;
    current = next;
    if (!begin(next.number)) {
      leave();
      return false;
    }
    services.timer().hasten(this);
    if (isGivenUp() && next.call != call) {
      // Between the two: whoever cancelled has not seen this one.
      next.call.cancel();
    }
    return true;
  }

  /** What was put aside waits from here on, unless nobody wants it any more. */
  void waits(Attempt attempt) {
    move(attempt.number, JUDGING, WAITING);
    services.timer().hasten(this);
    if (callback != null && isGivenUp() && move(attempt.number, WAITING, STARTING)) {
      services.callBack(this, GO_ON, loader);
    }
  }

  /** On a thread of ours: the wait of an enqueued call is over. */
  private void goOn() {
    Retrials further = retrials;
    Callback application = callback;
    if (further == null || application == null || phase() != STARTING) {
      return;
    }
    Attempt before = current;
    if (isGivenUp()) {
      before.outcome(null, new IOException("Canceled"));
      end();
      deliver(application, before);
      return;
    }
    // Until its chain begins it is in the queue again.
    turn = QUEUED;
    if (!begin(further)) {
      turn = RUNS;
      deliver(application, before);
      return;
    }
    Attempt next = current;
    next.call.enqueue(new GuardedCallback(this, next));
  }

  // For the judgement.

  Shared shared() {
    return shared;
  }

  /** It is a probe, and has succeeded unless its body fails until then. */
  void isProvenBy(long sinceStart) {
    provenBy = sinceStart;
  }

  /** Its body is with the application from here on. */
  void bodyBegins() {
    if (clocks.nextDue() == CallClocks.NEVER && !watchesSilence() && provenBy == CallClocks.NEVER) {
      // Nothing can be due any more: a body that nobody ever reads shall not be kept for it.
      services.timer().disarm(this);
    } else {
      services.timer().hasten(this);
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

  // The timer.

  @Override
  protected long dueTick() {
    int phase = phase();
    Retrials further = retrials;
    if (phase == WAITING && callback != null && further != null) {
      return clocks.tickAt(further.dueNanos());
    }
    if (phase != RUNNING) {
      return NEVER;
    }
    long due = Math.min(clocks.nextDue(), provenBy);
    return due == CallClocks.NEVER ? NEVER : clocks.tickAt(due);
  }

  @Override
  protected void onDue(long now) {
    int number = number();
    int phase = phase();
    if (phase == WAITING) {
      Retrials further = retrials;
      // The timer may still look by what was due before the wait began; an executed call wakes by
      // itself.
      boolean due = further != null && further.dueNanos() <= clocks.elapsed(now);
      if (callback != null && due && move(number, WAITING, STARTING)) {
        services.callBack(this, GO_ON, loader);
      }
      return;
    }
    if (provenBy <= clocks.elapsed(now)) {
      provenBy = CallClocks.NEVER;
      services.handOver(this, PROVEN);
    }
    Clock expired = clocks.expired(now);
    if (expired == null || phase != RUNNING) {
      return;
    }
    Attempt attempt = current;
    CutRecord record = new CutRecord(this, expired, number, clocks.elapsed(now));
    if (expired == Clock.CONNECT && !observes()) {
      // OkHttp may have other addresses: only this connection ends.
      attempt.cutConnection = record;
      clocks.sending();
      services.handOver(this, CUT_CONNECTION);
      return;
    }
    boolean ofAttempt =
        attempt.headNanos == 0 && (expired == Clock.ATTEMPT || expired == Clock.READ) && drives();
    if (observes()) {
      // Once is enough.
      cut = record;
      services.timer().disarm(this);
      services.handOver(this, TIME_IS_UP);
    } else if (ofAttempt) {
      // Before the decision, for whoever sees that reads this.
      attempt.timeUp = record;
      if (!move(number, RUNNING, JUDGING)) {
        attempt.timeUp = null;
      } else if (attempt.headNanos == 0) {
        services.handOver(this, ATTEMPT_IS_UP);
      } else {
        // It had come, and was given, in between.
        attempt.timeUp = null;
        move(number, JUDGING, RUNNING);
        services.timer().hasten(this);
      }
    } else {
      cut = record;
      if (move(number, RUNNING, CUT)) {
        services.timer().disarm(this);
        services.handOver(this, TIME_IS_UP);
      }
    }
  }

  private void timeIsUp() {
    CutRecord record = cut;
    if (record == null) {
      throw new IllegalStateException("cut by nothing");
    }
    Attempt attempt = current;
    if (observes()) {
      Response none = Fallbacks.forCut(this, record.clock);
      if (none == null && wouldHaveBeenSent()) {
        services.wouldHaveCut(record.cut());
      }
      return;
    }
    boolean waits = false;
    try {
      services.cut(record.cut());
      judgement.settle(attempt, Outcome.TIMED_OUT, 0, record.clock);
      leave();
    } finally {
      waits = callback != null && TURN.compareAndSet(this, QUEUED, GIVEN_UP);
      cancel(attempt);
    }
    if (attempt.headNanos != 0) {
      // The application has its response; else the thread of the call comes back to be told.
      forget();
    }
    if (waits) {
      services.callBack(this, TELL, loader);
    }
  }

  private void cutConnection() throws ReflectiveOperationException {
    Attempt attempt = current;
    Object what = attempt.connecting;
    if (what != null && attempt.beforeIt && attempt.cutConnection != null) {
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
    Attempt attempt = current;
    attempt.outcome(made, made == null ? record.exception(null) : null);
    deliver(application, attempt);
  }

  // The steps.

  @Override
  public void run(int event, @Nullable Object argument) throws Throwable {
    Attempt attempt = current;
    switch (event) {
      case ENTER:
        enter();
        break;
      case JUDGE:
        judgement.judge(attempt);
        break;
      case BREAK_OFF:
      case CLEAN_UP:
        judgement.settle(attempt, Outcome.ABANDONED, 0, null);
        end();
        break;
      case LEAVES:
        Wire.leaves(this, attempt);
        break;
      case HEARS:
        Wire.hears(this, attempt);
        break;
      case COMES:
        Wire.comes(this, attempt);
        break;
      case LISTENS:
        waiting();
        break;
      case BODY_ENDS:
        judgement.bodyEnds(attempt, (IOException) argument);
        break;
      case WAIT:
        waitForNext();
        break;
      case TIME_IS_UP:
        timeIsUp();
        break;
      case CUT_CONNECTION:
        cutConnection();
        break;
      case PROVEN:
        judgement.settle(attempt, Outcome.ANSWERED, attempt.status, null);
        break;
      case TELL:
        tell();
        break;
      case ATTEMPT_IS_UP:
        // Its own thread may have done so, and be further.
        if (attempt.timeUp != null) {
          cancel(attempt);
        }
        break;
      case GO_ON:
        goOn();
        break;
      default:
        throw new IllegalArgumentException("step " + event);
    }
  }

  /** The call goes on as OkHttp has it, with nothing of ours left behind. */
  @Override
  public void failed(int event) {
    Callback application = callback;
    if (event == LEAVES) {
      // That it may have left must not be taken for the contrary.
      current.beforeIt = false;
      current.sent = true;
    }
    if (event == GO_ON && application != null) {
      if (finish()) {
        ended();
        turn = RUNS;
        Attempt before = last;
        deliver(application, current.putAside || before == null ? current : before);
      }
    } else if (endsIt(event)) {
      end();
    }
  }

  private static boolean endsIt(int event) {
    switch (event) {
      case ENTER:
      case LEAVES:
      case HEARS:
      case COMES:
      case LISTENS:
      case PROVEN:
      case CUT_CONNECTION:
        return false;
      default:
        return true;
    }
  }

  void end() {
    if (finish()) {
      ended();
    }
  }

  /** It is over, by whoever has found that first. */
  void ended() {
    services.timer().disarm(this);
    leave();
    forget();
  }

  /** Nobody needs to find it by its calls any more. */
  void forget() {
    if (replaced) {
      // OkHttp has yet to ask whether its call was cancelled. Its entry holds nothing.
      return;
    }
    if (callback != null || listed) {
      shared.operations.remove(call);
    }
    Attempt present = current;
    if (present.call != call) {
      shared.operations.remove(present.call);
    }
  }

  private void leave() {
    if (guards != null) {
      guards.leave();
    }
  }

  @Override
  public String toString() {
    return label() + ", policy " + policy.name();
  }
}
