package io.fusebox.jdk11;

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
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One call that a policy governs, from the moment the application makes it to the last byte of its
 * body, over all its attempts.
 *
 * <p>When a clock wins, a worker frees the caller first, then ends the exchange below, then says
 * so. Under {@code observe} nothing is ended or begun: what would have been is counted and logged,
 * and the client's own future is what the application gets.
 *
 * <p>How it begins is in {@link Opening}, how it ends is decided in {@link Judgement}, whether
 * there is a further attempt in {@link Retrials}. What is here is longer than it should be, for it
 * is what all of them, the timer and the application's future do to one state.
 */
final class GuardedCall extends TimedCall implements CallServices.Step {

  static final int BODY_ENDED = 3;
  static final int ASKING = 4;
  static final int NOT_ASKING = 5;
  static final int CANCELLED = 7;
  static final int NOT_STARTED = 11;
  static final int ARM = 17;

  private static final int TIME_IS_UP = 8;
  private static final int ATTEMPT_IS_UP = 12;
  private static final int GO_ON = 13;
  private static final int NEXT_ATTEMPT = 14;
  private static final int FAULT = 15;
  private static final int RESCUE = 16;
  private static final int TIME_IS_UP_THERE = 18;
  private static final int ATTEMPT_IS_UP_THERE = 19;
  private static final int PROVEN = 20;
  private static final int LEFT_BEHIND = 21;

  /** Where the client itself runs what depends on its futures: the only place for user code. */
  private static final Executor CALLBACKS = new CompletableFuture<Void>().defaultExecutor();

  private static final long LONGEST_START = 1_000_000_000;

  private static final boolean CANCEL_REACHES_EXCHANGE = Runtime.version().feature() >= 16;

  // Fixed when the call begins.
  final String method;
  final URI uri;
  final @Nullable CallGuards guards;
  final HttpRequest request;
  final @Nullable ClassLoader loader = CallersLoader.get();
  final Opening opening = new Opening(this);
  final Judgement judgement = new Judgement(this);
  final Shared shared;
  private final boolean async;

  // Set on the caller's thread, before the call is armed.
  private volatile @Nullable GuardedFuture<?> outer;
  private volatile @Nullable Retrials retrials;
  private volatile boolean webSocket;
  private volatile boolean goesOn; // it had some, if it is over

  // Set when the head of a probe has come, in nanoseconds since the call began.
  private volatile long provenBy = CallClocks.NEVER;

  // Set by whoever cancels it, by what depends on its future.
  private volatile boolean abandoned;
  private volatile @Nullable Throwable ofReader; // the application's, that it has thrown then

  // Set by whoever makes up an outcome.
  private volatile boolean replaced;
  private volatile boolean completing; // is on its way to what the caller waits for

  // Set by whoever starts an attempt.
  private volatile @Nullable Attempt<?> current;

  // Set by the timer's thread.
  volatile @Nullable CutRecord cut;

  // Set on the caller's thread, before the exchange starts: its body is read by the application's
  // code, which ending the exchange runs.
  private volatile boolean ownBody;

  // Whether all of it went as it should: what has failed for want of stack may not even have been
  // able to say so.
  private volatile boolean begun;
  private volatile long startingUntil; // since the call began; 0 when it has begun
  private volatile boolean faulty;

  // Only the caller's thread, while it waits.
  private boolean lookedLost;
  private @Nullable CompletableFuture<?> waitedFor;

  GuardedCall(
      Shared shared,
      Policy policy,
      HttpRequest request,
      String method,
      URI uri,
      @Nullable Duration timeout,
      boolean async) {
    super(shared.services, policy, nanos(timeout));
    this.method = method;
    this.uri = uri;
    this.async = async;
    this.request = request;
    this.shared = shared;
    long now = services.ticker().nanos();
    this.guards =
        CallGuards.areIn(policy)
            ? CallGuards.of(services, policy, Targets.host(uri), Targets.port(uri), now)
            : null;
    services.counters().count(policy.name(), Counters.Event.CALLS);
  }

  private static long nanos(@Nullable Duration timeout) {
    // Beyond a century is beyond every bound of ours, and would not fit.
    return timeout != null && timeout.toSeconds() < 3_000_000_000L
        ? timeout.toNanos()
        : CallClocks.NEVER;
  }

  /**
   * It begins with this attempt.
   *
   * @param future what the caller will wait on; null in observe, where it waits on the client's own
   */
  void opens(Attempt<?> first, @Nullable GuardedFuture<?> future) {
    current = first;
    outer = future;
  }

  /** It may go on after this attempt. */
  void opens(Retrials further) {
    retrials = further;
    goesOn = true;
  }

  /** Its request's body comes from code of the application. */
  void opensOwnBody() {
    ownBody = true;
  }

  /** It is a handshake: the client takes no other response for it than its own. */
  void opensWebSocket() {
    webSocket = true;
  }

  boolean isWebSocket() {
    return webSocket;
  }

  /**
   * Leaves the first attempt to the client, as if there were no agent.
   *
   * @return false if it is too late for that, for something was decided about its outcome
   */
  boolean letGo() {
    boolean before = goesOn;
    // First: whoever finds the call ended asks for this next.
    goesOn = false;
    if (!move(1, RUNNING, ENDED)) {
      goesOn = before;
      return false;
    }
    ended();
    return true;
  }

  @Override
  public String label() {
    return Targets.label(method, uri);
  }

  // What the places tell.

  /** Whether the application has a future, and not a thread that waits. */
  boolean isAsync() {
    return async;
  }

  boolean isCurrent(Attempt<?> attempt) {
    return current == attempt && number() == attempt.number && phase() <= CUT;
  }

  /** Whether an attempt's response is not for the application, whatever it says. */
  boolean isPassedOver(Attempt<?> attempt) {
    if (observes()) {
      return false;
    }
    int phase = phase();
    return current != attempt || phase == CUT || (!attempt.handed && goesOn && phase != RUNNING);
  }

  /** Under observe: whether it would have been sent, and not been rejected. */
  boolean wouldHaveBeenSent() {
    return guards == null || !guards.wouldBeRejected();
  }

  /** Whether the application has its response, if not all of its body. */
  boolean isGiven() {
    Attempt<?> attempt = current;
    CompletableFuture<?> future = attempt == null ? null : attempt.inner;
    return future != null && future.isDone() && !future.isCompletedExceptionally();
  }

  boolean isCut() {
    return phase() == CUT && !observes();
  }

  /** What the caller gets instead of an outcome; null unless the call was cut. Never throws. */
  @Nullable Exception cutException() {
    CutRecord record = cut;
    return record == null || !isCut() ? null : record.exception();
  }

  /** Whether an attempt was ended on purpose, whatever its exchange still does. */
  boolean isUnwanted(Attempt<?> attempt) {
    return attempt.isGivenUp() || abandoned;
  }

  /** A try of an attempt starts: the first, or one after a redirect or a question who asks. */
  void tryStarts(Attempt<?> attempt, Object exchange) throws Throwable {
    attempt.unprocessed = false;
    requestSending();
    Retrials further = retrials;
    if (further != null) {
      further.decorate(attempt, Internals.requestOfExchange(exchange));
    }
  }

  /**
   * Whether the client may send the present request of an attempt again, behind the back of
   * everybody: one that it would send with the same body once more, and not with one that is used
   * up as an empty one. Where the policy says how often it is sent, only what is behind a redirect
   * that must not be followed twice: the rest is ours.
   */
  boolean mayClientResend(Attempt<?> attempt, Object multiExchange, boolean clientWould)
      throws Throwable {
    if (!clientWould || observes()) {
      return clientWould;
    }
    HttpRequest present = Internals.copyOfMulti(multiExchange);
    String presentMethod = present.method();
    if (!Again.isRepeatable(present)) {
      return false;
    }
    if (!limitsSends()) {
      return Methods.isIdempotent(presentMethod);
    }
    Retrials further = retrials;
    return further != null
        && further.allowsMethod(presentMethod)
        && isLeftToClient(further, attempt, Outcome.BROKEN);
  }

  /** The same for what was not processed: there any method may be sent again. */
  boolean mayClientResendUnprocessed(Attempt<?> attempt, Object multiExchange, boolean clientWould)
      throws Throwable {
    attempt.unprocessed = clientWould;
    if (!clientWould || observes()) {
      return clientWould;
    }
    if (!Again.isRepeatable(Internals.copyOfMulti(multiExchange))) {
      return false;
    }
    Retrials further = retrials;
    return !limitsSends()
        || (further != null && isLeftToClient(further, attempt, attempt.ofUnprocessed()));
  }

  private boolean limitsSends() {
    RetrySettings retry = policy.retry();
    return retry != null && retry.limitsSends();
  }

  /** After a redirect the client can send this hop again, and we can only send all of them. */
  private boolean isLeftToClient(Retrials further, Attempt<?> attempt, Outcome outcome) {
    return phase() == RUNNING
        && !further.isOurs(attempt, outcome)
        && further.resends(attempt.unprocessed);
  }

  /**
   * The application's own code has thrown: whatever the client makes of it is no failure of the
   * host.
   */
  void applicationFailed() {
    step(BODY_ENDED, BodyEnd.CANCELLED);
  }

  /** Somebody makes up the outcome: no attempt's is it any more. */
  void replaced(boolean isReplaced) {
    replaced = isReplaced;
  }

  /** An attempt's outcome goes to the application as it is. */
  @SuppressWarnings("unchecked") // It was made for this very attempt's handler.
  <T> void deliver(
      Attempt<T> attempt, @Nullable HttpResponse<T> response, @Nullable Throwable failure) {
    GuardedFuture<HttpResponse<T>> future = (GuardedFuture<HttpResponse<T>>) outer;
    if (future == null || replaced || current != attempt || isCut()) {
      // What the client says of an exchange that we have ended is not what ended it: whoever cut it
      // has recorded that before its caller is freed.
      return;
    }
    if (failure == null) {
      future.complete(response);
    } else {
      // What an exchange says that was ended together with the call is not what ended it.
      future.completeExceptionally(abandoned ? cancellation() : failure);
    }
    if (phase() == ENDED) {
      release();
    }
  }

  /** The same by as little as can be. */
  @SuppressWarnings("unchecked") // As above.
  <T> void deliverPlainly(@Nullable HttpResponse<T> response, @Nullable Throwable failure) {
    GuardedFuture<HttpResponse<T>> future = (GuardedFuture<HttpResponse<T>>) outer;
    if (future != null && !replaced && !isCut()) {
      new Completing<>(future, response, failure).run();
    }
  }

  /**
   * Arms it while its caller is still on the way into the client, who may never get there: nothing
   * is done about it before that, or for a second.
   */
  void armEarly() {
    startingUntil = clocks.elapsed(services.ticker().nanos()) + LONGEST_START;
    services.timer().arm(this);
  }

  /** Its caller is about to wait: what has run out meanwhile ends it now. */
  void begins() {
    begun = true;
    if (startingUntil != 0) {
      startingUntil = 0;
      services.timer().hasten(this);
    }
  }

  /** Something of ours has failed; by as little as can be. */
  void isFaulty() {
    faulty = true;
  }

  /**
   * The caller of {@code send} has waited for a while: where something of ours has failed, nobody
   * else may be left who completes what it waits for.
   */
  void looksAfter(GuardedFuture<?> waiting) {
    if ((begun && !faulty) || replaced || completing || waiting.isDone()) {
      return;
    }
    CompletableFuture<?> inner = waitedFor;
    boolean told = inner != null && inner.isDone();
    int phase = phase();
    long since = services.ticker().nanos() - GuardedFuture.LOOK_NANOS;
    boolean overdue = phase == RUNNING && clocks.expired(since) != null;
    // While what the client completes is not, the application's own code may be at work.
    boolean lost = phase >= CUT ? told || inner == null : phase == RUNNING && told;
    if (overdue || (lookedLost && lost && phase >= CUT)) {
      rescue(false);
    } else if (lookedLost && lost && inner != null) {
      giveAsItIs(inner);
    }
    lookedLost = lost;
    waitsFor();
  }

  /** Remembers what the client completes: a call that ends forgets it. */
  void waitsFor() {
    Attempt<?> attempt = current;
    CompletableFuture<?> inner = attempt == null ? null : attempt.inner;
    if (inner != null) {
      waitedFor = inner;
    }
  }

  @SuppressWarnings("unchecked") // It was made for this very call.
  private <T> void giveAsItIs(CompletableFuture<T> inner) {
    GuardedFuture<T> future = (GuardedFuture<T>) outer;
    if (future == null) {
      return;
    }
    try {
      future.complete(inner.join());
    } catch (CompletionException | CancellationException failure) {
      future.completeExceptionally(failure);
    } finally {
      end();
    }
  }

  /** Runs a step that the client's thread has come by; never throws. */
  void step(int event, @Nullable Object argument) {
    services.safely(this, event, argument);
  }

  @Override
  public void run(int event, @Nullable Object argument) throws Throwable {
    try {
      make(event, argument);
    } catch (Throwable e) {
      faulty = true;
      throw e;
    }
  }

  private void make(int event, @Nullable Object argument) throws Throwable {
    switch (event) {
      case BODY_ENDED:
        if (argument != null) {
          judgement.bodyEnded((BodyEnd) argument);
        }
        break;
      case ASKING:
        waiting();
        break;
      case NOT_ASKING:
        clocks.notAsking();
        break;
      case CANCELLED:
        cancelled();
        break;
      case ARM:
        services.timer().arm(this);
        break;
      case NOT_STARTED:
        // Only so that it is counted and told.
        throw argument == null ? new IllegalStateException("not started") : (Throwable) argument;
      case PROVEN:
        judgement.probeHasSucceeded();
        break;
      case TIME_IS_UP:
      case ATTEMPT_IS_UP:
        int there = event == TIME_IS_UP ? TIME_IS_UP_THERE : ATTEMPT_IS_UP_THERE;
        if (ownBody) {
          // Workers are few, and the application may hold each as long as it likes.
          services.callBack(this, there, loader);
        } else {
          run(there, null);
        }
        break;
      case TIME_IS_UP_THERE:
        judgement.timeIsUp();
        break;
      case ATTEMPT_IS_UP_THERE:
        judgement.attemptIsUp();
        break;
      case GO_ON:
        // Not on the worker that the timer gave it to: the application's code runs in it.
        services.callBack(this, NEXT_ATTEMPT, loader);
        break;
      case NEXT_ATTEMPT:
        goOn();
        break;
      case FAULT:
        services.callBack(this, RESCUE, loader);
        break;
      case LEFT_BEHIND:
        ended();
        break;
      case RESCUE:
        rescue(phase() == WAITING || phase() == STARTING);
        break;
      default:
        throw new IllegalArgumentException("step " + event);
    }
  }

  @Override
  public void failed(int event) {
    switch (event) {
      case GO_ON:
      case NEXT_ATTEMPT:
        rescue(true);
        break;
      case ARM:
        // Without a timer nothing wakes a call that waits.
        Retrials further = retrials;
        if (further != null) {
          further.stop();
        }
        break;
      case TIME_IS_UP:
      case ATTEMPT_IS_UP:
      case TIME_IS_UP_THERE:
      case ATTEMPT_IS_UP_THERE:
      case RESCUE:
      case FAULT:
        rescue(false);
        break;
      default:
        // The client's thread that came by goes on, and the call with it.
        break;
    }
  }

  /**
   * Something of ours has failed where nobody else acts: the caller gets the last real outcome, by
   * as little of ours as can be.
   */
  private void rescue(boolean waited) {
    GuardedFuture<?> future = outer;
    if (future == null || future.isDone() || completing) {
      return;
    }
    Attempt<?> attempt = current;
    Retrials further = retrials;
    CutRecord record = cut;
    try {
      if (waited && further != null && attempt != null) {
        further.giveLastPlainly(attempt, future);
      } else if (record != null) {
        future.completeExceptionally(new CompletionException(record.exception()));
      } else {
        future.completeExceptionally(new IOException("a fault of the agent ended this call"));
      }
    } finally {
      end();
    }
  }

  // What the timer asks.

  @Override
  protected long dueTick() {
    try {
      return due();
    } catch (RuntimeException | Error fault) {
      // At once, so that somebody finds out.
      return services.ticker().nanos();
    }
  }

  private long due() {
    int phase = phase();
    boolean runs = phase == RUNNING || phase == WAITING || isLeftBehind(phase);
    long due = runs ? clocks.nextDue() : CallClocks.NEVER;
    due = phase == RUNNING ? Math.max(Math.min(due, provenBy), startingUntil) : due;
    Retrials further = retrials;
    if (phase == WAITING && further != null) {
      due = Math.min(due, further.due());
    }
    return due == CallClocks.NEVER ? NEVER : clocks.tickAt(due);
  }

  /** Whether whoever has ended it has failed on the way: otherwise it is disarmed. */
  private boolean isLeftBehind(int phase) {
    return phase == ENDED && faulty;
  }

  @Override
  protected void onDue(long now) {
    try {
      look(now);
    } catch (RuntimeException | Error fault) {
      step(FAULT, null);
      throw fault;
    }
  }

  private void look(long now) {
    int number = number();
    int phase = phase();
    if (phase == WAITING) {
      wakeUp(number, now);
      return;
    }
    if (phase == RUNNING && clocks.elapsed(now) < startingUntil) {
      return;
    }
    Clock expired = clocks.expired(now);
    if (expired != null && isLeftBehind(phase)) {
      step(LEFT_BEHIND, null);
    }
    if (phase != RUNNING) {
      return;
    }
    if (provenBy <= clocks.elapsed(now)) {
      provenBy = CallClocks.NEVER;
      handOver(PROVEN);
    }
    if (expired == null) {
      return;
    }
    // Before the decision, for whoever sees it reads this.
    cut = new CutRecord(this, expired, number, clocks.elapsed(now));
    Attempt<?> attempt = current;
    boolean mayGoOn = retrials != null && attempt != null && isOfAttempt(expired, attempt);
    if (mayGoOn && move(number, RUNNING, JUDGING)) {
      handOver(ATTEMPT_IS_UP);
    } else if (!mayGoOn && move(number, RUNNING, CUT)) {
      services.timer().disarm(this);
      handOver(TIME_IS_UP);
    }
  }

  /** It is a probe, and has succeeded unless its body fails until then. */
  void isProvenBy(long sinceStart) {
    provenBy = sinceStart;
    services.timer().hasten(this);
  }

  /** Whether the timer has anything to do for it while its body arrives. */
  boolean needsTimer() {
    return clocks.nextDue() != CallClocks.NEVER
        || clocks.watchesSilence()
        || provenBy != CallClocks.NEVER;
  }

  /** The call waits for its next attempt, unless it has ended meanwhile. */
  void waits() {
    if (isOver()) {
      shared.waiting.remove(this);
      return;
    }
    services.timer().hasten(this);
    if (!isWaitedFor()) {
      // Its caller has given up while this was decided.
      stopWaiting();
    }
  }

  /** Goes on waiting after an attempt, not for the next one; false if it is over. */
  boolean waitsOn(int number) {
    if (!move(number, STARTING, WAITING)) {
      return false;
    }
    waits();
    return true;
  }

  private void wakeUp(int number, long now) {
    Retrials further = retrials;
    long due = further == null ? CallClocks.NEVER : further.due();
    if (Math.min(due, clocks.nextDue()) <= clocks.elapsed(now) && move(number, WAITING, STARTING)) {
      handOver(GO_ON);
    }
  }

  /** What the caller waits for is complete, by whomever: nothing more is to be begun for it. */
  void completed(GuardedFuture<?> future) {
    if (future == outer && phase() == WAITING) {
      stopWaiting();
    }
  }

  /** Whether the caller still wants an outcome: a future can be completed by anybody. */
  boolean isWaitedFor() {
    GuardedFuture<?> future = outer;
    return future == null || !future.isDone();
  }

  /** Whether it was cancelled. */
  boolean isAbandoned() {
    return abandoned;
  }

  /** Waits no longer, if it was waiting: it is found out then whether it can go on. */
  void stopWaiting() {
    if (move(number(), WAITING, STARTING)) {
      handOver(GO_ON);
    }
  }

  private static boolean isOfAttempt(Clock expired, Attempt<?> attempt) {
    return !attempt.handed
        && (expired == Clock.CONNECT || expired == Clock.READ || expired == Clock.ATTEMPT);
  }

  private void handOver(int event) {
    try {
      services.handOver(this, event);
    } catch (RuntimeException | Error noWorker) {
      // Decided is decided: better late on the timer's thread than a caller that waits for ever.
      step(NOT_STARTED, noWorker);
      step(event == GO_ON ? NEXT_ATTEMPT : event, null);
    }
  }

  /**
   * Where an outcome that we make goes, for what the caller waits on to be completed with it: what
   * depends on that runs where it would with the client's own.
   */
  <T> CompletableFuture<T> handedOut(GuardedFuture<T> future) {
    if (!async) {
      return future;
    }
    CompletableFuture<T> made = new CompletableFuture<>();
    CompletableFuture<T> unused = made.whenComplete(new Handing<>(future, this));
    return made;
  }

  /** An outcome that we made is there, and goes to what the caller waits for. */
  void completes(Runnable task) {
    completing = true;
    callBack(task);
  }

  /** Completes what the caller waits for: for a callback as it came, for a waiting thread bare. */
  void free(Throwable asFuture, Throwable asThrown) {
    GuardedFuture<?> future = outer;
    if (future == null) {
      return;
    }
    if (async) {
      callBack(new Completing<>(future, null, asFuture));
    } else {
      future.completeExceptionally(asThrown);
    }
  }

  /** Runs what may come to the application's code on a thread of the client's kind. */
  void callBack(Runnable task) {
    Thread worker = Thread.currentThread();
    ClassLoader before = CallersLoader.get();
    // The executor may make a thread for it, which inherits this.
    worker.setContextClassLoader(loader);
    try {
      CALLBACKS.execute(task);
    } catch (RuntimeException | Error noThread) {
      // Better here than a future that never completes.
      step(NOT_STARTED, noThread);
      task.run();
    } finally {
      worker.setContextClassLoader(before);
    }
  }

  void takeBody(Attempt<?> attempt, GuardedSubscriber<?> subscriber) {
    attempt.body = subscriber;
    Exception cut = cutException();
    if (cut != null) {
      // The cut came while the application's handler ran, and did not find this.
      subscriber.cut(cut);
    }
  }

  /** What is left of a response that is tried again has been read. */
  void discarded(Attempt<?> attempt) {
    if (isCurrent(attempt)) {
      services.timer().hasten(this);
    }
  }

  /** The wait is over. On a thread on which the application's code may run. */
  private void goOn() throws Throwable {
    Retrials further = retrials;
    if (further != null && phase() == STARTING) {
      further.goOn();
    }
  }

  // For the retrials, which own the call while it is STARTING.

  /** The next attempt is the present one from here on; false if the call is over. */
  boolean begin(Attempt<?> next) {
    current = next;
    if (begin(next.number)) {
      services.timer().hasten(this);
      return true;
    }
    return false;
  }

  /** An attempt could not be started, and the one before it is the last; false if it was cut. */
  boolean takeBack(Attempt<?> next, Attempt<?> last) {
    if (!move(next.number, RUNNING, JUDGING)) {
      return false;
    }
    current = last;
    return true;
  }

  @Nullable Retrials retrials() {
    return retrials;
  }

  @Nullable Attempt<?> current() {
    return current;
  }

  /** What the caller waits for; null once it has it, and where it never had one of ours. */
  @Nullable GuardedFuture<?> outer() {
    return outer;
  }

  /** Runs a task on a thread where the application's code may run. */
  void runCallback(CallServices.Step task) {
    services.callBack(task, 0, loader);
  }

  /**
   * Does what the client's own future does when it is cancelled: before the response is there, the
   * exchange ends; after it, what depends on the response may still end the body, but only from 16
   * on. Before 16 the client's future does not reach the exchange at all, so that is done here.
   */
  private void cancelled() throws Throwable {
    Attempt<?> attempt = current;
    CompletableFuture<?> inner = attempt == null ? null : attempt.inner;
    if (attempt == null || isOver()) {
      return;
    }
    boolean there = inner != null && inner.isDone();
    if (there && !CANCEL_REACHES_EXCHANGE && isUnderWay(attempt)) {
      return;
    }
    int ended = finishFrom();
    if (ended >= CUT) {
      return;
    }
    abandoned = true;
    // After that: an exchange that is made meanwhile finds out that it is not wanted.
    Attempt<?> last = current;
    // Where it is over, its connection may be another call's by now. While the next one starts it
    // has the next number, and the call not yet.
    boolean over =
        ended == WAITING || (ended == STARTING && last != null && last.number == number());
    CompletableFuture<?> future = last == null || over ? null : last.inner;
    Object toEnd = last == null || over ? null : last.exchange;
    boolean answered = future != null && future.isDone();
    GuardedFuture<?> waitedOn = outer;
    GuardedSubscriber<?> reader = last == null ? null : last.body;
    if (last != null) {
      last.stopDiscarding();
    }
    ended();
    try {
      if (future != null && !answered) {
        future.cancel(true);
      }
      boolean reached = CANCEL_REACHES_EXCHANGE && ended != STARTING;
      if (toEnd != null && (answered || future == null || !reached)) {
        Internals.cancel(toEnd, new IOException("request cancelled"));
      }
    } catch (RuntimeException | Error thrown) {
      if (reader == null || !reader.hasThrown(thrown)) {
        throw thrown;
      }
      ofReader = thrown;
    } finally {
      // Where an attempt's outcome had been put aside, or was about to be, nobody else tells the
      // caller, whom a dependent of what it waits on has given up.
      if (waitedOn != null && !(answered && ended == RUNNING)) {
        waitedOn.completeExceptionally(cancellation());
      }
    }
  }

  /** Whoever cancels gets what the application's subscriber throws of it, as from the client's. */
  void throwOfReader() {
    Throwable thrown = ofReader;
    ofReader = null;
    if (thrown instanceof RuntimeException) {
      throw (RuntimeException) thrown;
    }
    if (thrown != null) {
      throw (Error) thrown;
    }
  }

  private boolean isUnderWay(Attempt<?> attempt) {
    int phase = phase();
    return (phase == RUNNING || phase == JUDGING) && isCurrent(attempt);
  }

  /** As the client says it to whoever waits for a call that something else has cancelled. */
  private static Throwable cancellation() {
    return new CompletionException(new CancellationException("Request cancelled"));
  }

  void end() {
    if (finish()) {
      ended();
    }
  }

  private void ended() {
    services.timer().disarm(this);
    leave();
    release();
  }

  /** The application may keep the future, and so this, for long. */
  void release() {
    Attempt<?> attempt = current;
    if (attempt != null) {
      attempt.exchange = null;
      attempt.inner = null;
      if (phase() == ENDED) {
        // Holds what the application made of the body. Whoever cuts the call still has to find it.
        attempt.body = null;
      }
    }
    Retrials further = retrials;
    if (further != null) {
      // Holds the client, which the application may have dropped.
      further.forget();
      retrials = null;
    }
    GuardedFuture<?> future = outer;
    if (future != null && future.isDone()) {
      outer = null;
    }
  }

  void leave() {
    if (guards != null) {
      guards.leave();
    }
  }
}
