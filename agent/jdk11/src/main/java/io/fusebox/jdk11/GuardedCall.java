package io.fusebox.jdk11;

import io.fusebox.calls.CallServices;
import io.fusebox.engine.CallClocks;
import io.fusebox.engine.Clock;
import io.fusebox.engine.Counters;
import io.fusebox.engine.Cut;
import io.fusebox.engine.Timer;
import io.fusebox.policy.Mode;
import io.fusebox.policy.Policy;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One call that a policy governs, from the moment the application makes it to the last byte of its
 * body.
 *
 * <p>It ends once: by its outcome, by the application, or by a clock. Which, is decided by one
 * compare-and-set from RUNNING, so a reply and a cut that come at one moment cannot both win. When
 * a clock wins, a worker frees the caller first, then ends the exchange below, then says so.
 *
 * <p>This file is longer than others because every way in which a call can end is decided here, and
 * the order of what follows is what matters.
 *
 * <p>Under {@code observe} nothing is ended: the clock that would have won is counted and logged,
 * and the client's own future is what the application gets.
 */
final class GuardedCall extends Timer.Entry implements CallServices.Step {

  static final int HEAD = 1;
  static final int BODY = 2;
  static final int BODY_ENDED = 3;
  static final int ASKING = 4;
  static final int NOT_ASKING = 5;
  static final int SETTLED = 6;
  static final int CANCELLED = 7;
  static final int TIME_IS_UP = 8;
  static final int DESCRIBE = 9;
  static final int DELIVER = 10;
  static final int NO_WORKER = 11;

  /** Where the client itself runs what depends on its futures: the only place for user code. */
  private static final Executor CALLBACKS = new CompletableFuture<Void>().defaultExecutor();

  private static final int RUNNING = 0;
  private static final int CUT = 1;
  private static final int ENDED = 2;

  /**
   * The client's own timer for the request's timeout goes first; ours is for what it leaves out.
   */
  private static final long APPLICATION_SLACK = 5_000_000;

  private static final int SWITCHING_PROTOCOLS = 101;

  private static final boolean CANCEL_REACHES_EXCHANGE = Runtime.version().feature() >= 16;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(GuardedCall.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  // Fixed when the call begins.
  private final CallServices services;
  private final Policy policy;
  private final String method;
  private final URI uri;
  private final @Nullable ClassLoader loader = CallersLoader.get();
  private final boolean async;
  private final ResolvedHosts resolved;
  private final CallClocks clocks;

  // Set on the caller's thread, before the call is armed.
  private volatile @Nullable Object exchange;
  private volatile @Nullable CompletableFuture<?> inner;
  private volatile @Nullable GuardedFuture<?> outer;

  // Set by the client's threads.
  private volatile @Nullable GuardedSubscriber<?> body;

  // Set by the timer's thread.
  private volatile @Nullable Clock clock;
  private volatile long cutNanos;
  private volatile @Nullable HttpTimeoutException cutException;

  // Shared by all who may end the call.
  @SuppressWarnings("UnusedVariable") // by STATE
  private volatile int state;

  GuardedCall(
      CallServices services,
      Policy policy,
      HttpRequest request,
      String method,
      URI uri,
      boolean async,
      ResolvedHosts resolved) {
    this.services = services;
    this.policy = policy;
    this.method = method;
    this.uri = uri;
    this.async = async;
    this.resolved = resolved;
    this.clocks =
        new CallClocks(
            services.ticker().nanos(), policy, applicationBound(request), services.deadline());
  }

  // What the places tell.

  boolean observes() {
    return policy.mode() == Mode.OBSERVE;
  }

  boolean watchesSilence() {
    return clocks.watchesSilence();
  }

  boolean isCut() {
    return state == CUT && !observes();
  }

  /** What the caller gets instead of an outcome; null unless the call was cut. Never throws. */
  @Nullable Exception cutException() {
    if (isCut() && cutException == null) {
      step(DESCRIBE, null);
    }
    return isCut() ? cutException : null;
  }

  /**
   * The exchange of this call has been made; it is what a cut ends.
   *
   * @param clientsChoice the executor that the client would start it on
   * @return the one to start it on: a thread of ours if the caller's could hang in the resolver,
   *     else the client's choice
   */
  @Nullable Object exchangeStarts(Object multiExchange, @Nullable Object clientsChoice) {
    exchange = multiExchange;
    if (async
        || observes()
        || clocks.nextDue() == CallClocks.NEVER
        || resolved.isFresh(uri.getHost(), services.ticker().nanos())) {
      return clientsChoice;
    }
    return new StartElsewhere(services, loader);
  }

  void connectStarts() {
    if (clocks.watchesConnect()) {
      clocks.connecting(services.ticker().nanos());
      services.timer().hasten(this);
    }
  }

  void requestSending() {
    clocks.sending();
  }

  /** The head is due from here on; the client asks for it again after each 1xx. */
  void requestSent() {
    if (!clocks.isWaiting()) {
      waiting();
    }
  }

  /** The other side has to say something now. */
  void waiting() {
    if (clocks.watchesSilence()) {
      clocks.waiting(services.ticker().nanos());
      services.timer().hasten(this);
    } else {
      clocks.sending();
    }
  }

  /**
   * The client has begun and given its future.
   *
   * @return the future for the caller to wait on
   */
  <T> CompletableFuture<T> started(CompletableFuture<T> clientFuture) {
    inner = clientFuture;
    GuardedFuture<T> guarded = new GuardedFuture<>(this);
    if (!observes()) {
      outer = guarded;
    }
    services.timer().arm(this);
    // Completes a future that nobody has in observe: what counts there is that the call settles.
    CompletableFuture<T> unused = clientFuture.whenComplete(guarded);
    return observes() ? clientFuture : guarded;
  }

  /**
   * The body's subscriber gets its error on a thread that neither waits for others nor is awaited.
   */
  void deliverCutElsewhere() {
    services.callBack(this, DELIVER, loader);
  }

  /** Runs a step that the client's thread has come by; never throws. */
  void step(int event, @Nullable Object argument) {
    services.safely(this, event, argument);
  }

  @Override
  public void run(int event, @Nullable Object argument) throws Throwable {
    switch (event) {
      case HEAD:
        head((ResponseInfo) argument);
        break;
      case BODY:
        if (argument != null) {
          takeBody(new GuardedSubscriber<>(this, (BodySubscriber<?>) argument));
        }
        break;
      case BODY_ENDED:
        end();
        break;
      case ASKING:
        waiting();
        break;
      case NOT_ASKING:
        clocks.notAsking();
        break;
      case SETTLED:
        if (argument != null || body == null) {
          end();
        }
        break;
      case CANCELLED:
        cancelled();
        break;
      case DESCRIBE:
        describe();
        break;
      case DELIVER:
        GuardedSubscriber<?> subscriber = body;
        if (subscriber != null) {
          subscriber.deliverCut();
        }
        break;
      case NO_WORKER:
        throw argument == null ? new IllegalStateException("no worker") : (Throwable) argument;
      case TIME_IS_UP:
        timeIsUp();
        break;
      default:
        throw new IllegalArgumentException("step " + event);
    }
  }

  // What the timer asks.

  @Override
  protected long dueTick() {
    long due = state == RUNNING ? clocks.nextDue() : CallClocks.NEVER;
    return due == CallClocks.NEVER ? NEVER : clocks.tickAt(due);
  }

  @Override
  protected void onDue(long now) {
    Clock expired = clocks.expired(now);
    if (expired == null || state != RUNNING) {
      return;
    }
    // Before the decision, for whoever sees it reads them.
    clock = expired;
    cutNanos = clocks.elapsed(now);
    if (STATE.compareAndSet(this, RUNNING, CUT)) {
      services.timer().disarm(this);
      try {
        services.handOver(this, TIME_IS_UP);
      } catch (RuntimeException | Error noWorker) {
        // Decided is decided: better late on the timer's thread than a caller that waits for ever.
        step(NO_WORKER, noWorker);
        step(TIME_IS_UP, null);
      }
    }
  }

  /** On a worker: what the cut means for everybody. */
  private void timeIsUp() throws Throwable {
    Cut cut = cut();
    if (observes()) {
      services.wouldHaveCut(cut);
      return;
    }
    step(DESCRIBE, null);
    HttpTimeoutException exception = cutException;
    if (exception == null) {
      // The caller is freed all the same, only with less to read.
      exception = new HttpTimeoutException("cut by policy " + policy.name());
      cutException = exception;
    }
    try {
      // Only counts and queues a line; first, for the caller may end the JVM when it is freed.
      services.cut(cut);
    } finally {
      try {
        free(exception);
      } finally {
        endExchange(exception);
      }
    }
  }

  private void free(HttpTimeoutException exception) {
    GuardedFuture<?> future = outer;
    if (future == null) {
      return;
    }
    if (async) {
      callBack(new Failing(future, new CompletionException(exception)));
    } else {
      future.completeExceptionally(exception);
    }
  }

  /** On a worker: runs what may come to the application's code on a thread of the client's kind. */
  private void callBack(Runnable task) {
    Thread worker = Thread.currentThread();
    // The executor may make a thread for it, which inherits this.
    worker.setContextClassLoader(loader);
    try {
      CALLBACKS.execute(task);
    } finally {
      worker.setContextClassLoader(null);
    }
  }

  /**
   * Ends what is below. While a body arrives that is done by its subscription and not by the
   * exchange: the client may have given the connection back already, to be used by another call,
   * when we decide at the last byte, and only the subscription knows that there is nothing to end.
   */
  private void endExchange(HttpTimeoutException exception) throws Throwable {
    GuardedSubscriber<?> subscriber = body;
    if (subscriber != null) {
      subscriber.cut(exception);
    } else {
      Object multiExchange = exchange;
      if (multiExchange != null) {
        Internals.cancel(multiExchange, exception);
      }
    }
  }

  private void head(@Nullable ResponseInfo info) {
    resolved.reached(uri.getHost(), services.ticker().nanos());
    if (info != null && info.statusCode() == SWITCHING_PROTOCOLS) {
      // What follows is another protocol's business.
      end();
    } else {
      clocks.headArrived(info != null && Streams.isStream(policy.stream(), info));
      if (clocks.nextDue() == CallClocks.NEVER && !clocks.watchesSilence()) {
        // Nothing can be due any more: a body that nobody ever reads shall not be kept for it.
        services.timer().disarm(this);
      }
    }
  }

  /**
   * The subscriber to go on with: the application's own, guarded unless a fault of ours forbids.
   */
  @SuppressWarnings("unchecked") // It was made around this very subscriber.
  <T> @Nullable BodySubscriber<T> guardBody(@Nullable BodySubscriber<T> application) {
    step(BODY, application);
    GuardedSubscriber<?> guarded = body;
    return guarded == null ? application : (GuardedSubscriber<T>) guarded;
  }

  private void takeBody(GuardedSubscriber<?> subscriber) {
    body = subscriber;
    Exception cut = cutException();
    if (cut != null) {
      // The cut came while the application's handler ran, and did not find this.
      subscriber.cut(cut);
    }
  }

  /**
   * Does what the client's own future does when it is cancelled: before the response is there, the
   * exchange ends; after it, what depends on the response may still end the body, but only from 16
   * on. Before 16 the client's future does not reach the exchange at all, so that is done here.
   */
  private void cancelled() throws Throwable {
    CompletableFuture<?> future = inner;
    boolean answered = future == null || future.isDone();
    if (answered && !CANCEL_REACHES_EXCHANGE) {
      return;
    }
    Object toEnd = exchange;
    end();
    if (future != null && !answered) {
      future.cancel(true);
    }
    if (toEnd != null && (answered || !CANCEL_REACHES_EXCHANGE)) {
      Internals.cancel(toEnd, new IOException("request cancelled"));
    }
  }

  private void end() {
    if (STATE.compareAndSet(this, RUNNING, ENDED)) {
      services.timer().disarm(this);
      // The application may keep the future, and so this, for long.
      exchange = null;
      inner = null;
      outer = null;
    }
  }

  private synchronized void describe() {
    if (cutException == null) {
      String message = cut().message();
      cutException =
          clock == Clock.CONNECT
              ? new HttpConnectTimeoutException(message)
              : new HttpTimeoutException(message);
    }
  }

  private Cut cut() {
    Clock expired = clock == null ? Clock.TOTAL : clock;
    long bound = clocks.bound(expired) - (expired == Clock.APPLICATION ? APPLICATION_SLACK : 0);
    return new Cut(policy.name(), expired, bound, Targets.label(method, uri), 1, cutNanos);
  }

  private static long applicationBound(HttpRequest request) {
    Optional<Duration> timeout = request.timeout();
    // Beyond a century is beyond every bound of ours, and would not fit.
    return timeout.isPresent() && timeout.get().toSeconds() < 3_000_000_000L
        ? timeout.get().toNanos() + APPLICATION_SLACK
        : CallClocks.NEVER;
  }

  void count() {
    services.counters().count(policy.name(), Counters.Event.CALLS);
  }

  /** No lambda: the first of those in a JVM takes tens of milliseconds, and this is a cut. */
  private static final class Failing implements Runnable {
    private final CompletableFuture<?> future;
    private final Throwable failure;

    Failing(CompletableFuture<?> future, Throwable failure) {
      this.future = future;
      this.failure = failure;
    }

    @Override
    public void run() {
      future.completeExceptionally(failure);
    }
  }
}
