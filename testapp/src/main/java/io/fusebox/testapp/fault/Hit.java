package io.fusebox.testapp.fault;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A request that arrived, and what became of its connection. Thread-safe. */
public final class Hit {

  /** What {@link #closedAfterMillis} says of a connection that is still open. */
  public static final long STILL_OPEN = -1;

  // Fixed when the head of the request has been read.
  private final String id;
  private final int number;
  private final String method;
  private final String target;
  private final Map<String, String> headers;
  private final long arrivedNanos = System.nanoTime();
  private final Connection connection;

  // Set by the connection's thread.
  private volatile byte[] body = {};

  Hit(
      String id,
      int number,
      String method,
      String target,
      Map<String, String> headers,
      Connection connection) {
    this.id = id;
    this.number = number;
    this.method = method;
    this.target = target;
    this.headers = headers;
    this.connection = connection;
  }

  /** The {@code id} of the query; where there was none, the path. */
  public String id() {
    return id;
  }

  /** Which of the requests of this {@code id} it is, from 1. */
  public int number() {
    return number;
  }

  /** The request's method. */
  public String method() {
    return method;
  }

  /** Path and query as they came. */
  public String target() {
    return target;
  }

  /** The request's headers, names in lower case; unmodifiable. */
  public Map<String, String> headers() {
    return headers;
  }

  /** What has been read of the request's body. */
  public byte[] body() {
    return body.clone();
  }

  /** How long after another one it arrived, in milliseconds, rounded down. */
  public long millisAfter(Hit other) {
    return TimeUnit.NANOSECONDS.toMillis(arrivedNanos - other.arrivedNanos);
  }

  /** Which connection of the server it came on, from 1. */
  public int connection() {
    return connection.number();
  }

  /**
   * When the client was seen to close the connection, in milliseconds after this request's arrival.
   *
   * @param waitMillis how long to wait for it, from now
   * @return {@link #STILL_OPEN} if it did not close it by then
   */
  public long closedAfterMillis(long waitMillis) throws InterruptedException {
    try {
      long closed = connection.closed().get(waitMillis, TimeUnit.MILLISECONDS);
      return TimeUnit.NANOSECONDS.toMillis(closed - arrivedNanos);
    } catch (TimeoutException e) {
      return STILL_OPEN;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  void body(byte[] bytes) {
    body = bytes;
  }
}
