package io.fusebox.okhttp;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * One try of an operation: on the application's call, or on a clone of it where that cannot carry
 * another. Written by the thread of its call; what others read is volatile.
 */
final class Attempt {

  private static final AtomicIntegerFieldUpdater<Attempt> OPEN =
      AtomicIntegerFieldUpdater.newUpdater(Attempt.class, "open");

  // Fixed at construction.
  final int number;
  final Call call;

  // Since the operation began; set anew when the turn of an enqueued one has come.
  volatile long startNanos;

  // Set by the timer's thread, and by whoever cancels.
  volatile @Nullable CutRecord timeUp;
  volatile @Nullable CutRecord cutConnection;
  volatile boolean cancelled; // by us

  // Read by the timer's thread and by workers.
  volatile @Nullable Object connecting;
  volatile boolean beforeIt; // no connection stands for the present request
  volatile boolean sent;
  volatile boolean answered; // a request before the present one: a redirect, a token

  // What it was cut by, if that is what came of it.
  volatile @Nullable CutRecord cut;

  // Only the thread of the call, and whoever goes on with its operation after it.
  @Nullable Operation outer; // what that thread worked for before
  boolean inChain;
  Interceptor.@Nullable Chain chain; // as it begins
  long connectNanos;
  long headNanos;
  int status;
  boolean wanted; // a connection, so it was admitted
  boolean keySent;
  boolean leftOrigin;
  boolean leftUnsafe; // something that must not be sent twice
  @Nullable Request left; // the last that did, as OkHttp would send it again
  @Nullable Request leftAs; // what the application's interceptors of the network made of it
  int wireStatus;
  boolean heard; // the present request's head
  @Nullable IOException wireFailure;
  @Nullable Request wireRequest; // on its way through what is ours
  @Nullable Response wireResponse;
  @Nullable String hiddenAfter; // a Retry-After that OkHttp could not have read
  @Nullable IOException refusal;
  @Nullable HttpUrl refusedAt; // of the request that it was the answer to
  boolean elsewhere; // refused there, its present request goes to another host

  // What came of it. Kept where it was put aside, until a later attempt has an outcome.
  @Nullable Response response;
  @Nullable IOException failure;

  // Read by its callback when the operation may be further already.
  volatile boolean putAside;

  // Bodies of its requests that nobody has read to their end or closed; by OPEN.
  private volatile int open;

  Attempt(int number, Call call, long startNanos) {
    this.number = number;
    this.call = call;
    this.startNanos = startNanos;
  }

  /** A body comes over the wire. */
  void bodyOpens() {
    OPEN.incrementAndGet(this);
  }

  /** One is read to its end, or closed. */
  void bodyIsOver() {
    OPEN.decrementAndGet(this);
  }

  /** Whether an interceptor has left one open: its call can send nothing more. */
  boolean leavesOpen() {
    return open > 0;
  }

  /** Whether what comes of it is what came of the host that its guards are of. */
  boolean isGuarded() {
    return wanted && refusal == null;
  }

  /** Whether it is refused, and has not turned elsewhere since. */
  boolean isRefused() {
    return refusal != null && !elsewhere;
  }

  /** What is to come of it. */
  void outcome(@Nullable Response brought, @Nullable IOException thrown) {
    response = brought;
    failure = thrown;
  }
}
