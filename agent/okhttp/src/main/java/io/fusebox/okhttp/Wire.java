package io.fusebox.okhttp;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;

/**
 * Sees every request of an operation that goes out, its redirects too, and what came of it. Stands
 * before the application's interceptors of the network, so that they see what goes out; they may
 * read a body before its head gets here, so {@link Nearest} stands behind them.
 */
final class Wire implements Interceptor {

  static final String RETRY_AFTER = "Retry-After";

  /** That OkHttp can read, and that is too long for it to wait. */
  static final String LONGEST = "999999999";

  private final Operation operation;

  Wire(Operation operation) {
    this.operation = operation;
  }

  @Override
  public Response intercept(Chain network) throws IOException {
    Attempt attempt = operation.current();
    if (operation.isCancelUnheard()) {
      throw new IOException("Canceled");
    }
    Request request = network.request();
    attempt.wireRequest = request;
    operation.leaves();
    Request decorated = attempt.wireRequest;
    attempt.wireRequest = null;
    Response head;
    try {
      head = network.proceed(decorated == null ? request : decorated);
    } catch (IOException e) {
      if (!attempt.heard) {
        attempt.wireFailure = e;
      }
      throw e;
    }
    attempt.wireResponse = head;
    operation.comes();
    Response readable = attempt.wireResponse;
    attempt.wireResponse = null;
    return readable == null ? head : readable;
  }

  /** What stands behind the application's interceptors of the network, where it has any. */
  Interceptor nearest() {
    return new Nearest();
  }

  private final class Nearest implements Interceptor {
    @Override
    public Response intercept(Chain network) throws IOException {
      Attempt attempt = operation.current();
      leavesAs(operation, attempt, network.request());
      Response head = network.proceed(network.request());
      attempt.wireResponse = head;
      operation.hears();
      Response heard = attempt.wireResponse;
      attempt.wireResponse = null;
      return heard == null ? head : heard;
    }
  }

  /** A request leaves: what it is to say besides. */
  static void leaves(Operation operation, Attempt attempt) {
    attempt.beforeIt = false;
    attempt.connecting = null;
    attempt.sent = true;
    attempt.answered |= attempt.wireStatus != 0;
    attempt.wireFailure = null;
    attempt.wireStatus = 0;
    attempt.heard = false;
    operation.requestSending();
    Retrials further = operation.retrials();
    Request request = attempt.wireRequest;
    if (request != null) {
      attempt.left = request;
      leavesAs(operation, attempt, request);
    }
    if (further != null && request != null && !operation.observes()) {
      attempt.wireRequest = further.decorated(attempt, request);
    }
  }

  /** An interceptor may make another request of it than the application began with. */
  private static void leavesAs(Operation operation, Attempt attempt, Request request) {
    attempt.leftAs = request;
    Retrials further = operation.retrials();
    if (further != null) {
      further.leaves(attempt, request.method());
    }
  }

  /** A head is there: whatever is read of its body is heard. */
  static void hears(Operation operation, Attempt attempt) {
    operation.clocks.sending();
    Response head = attempt.wireResponse;
    if (head == null) {
      return;
    }
    attempt.wireStatus = head.code();
    boolean listens = operation.watchesSilence() || operation.guards != null;
    ResponseBody body = listens ? head.body() : null;
    if (body != null) {
      attempt.wireResponse =
          head.newBuilder().body(WireSource.over(operation, attempt, body)).build();
    }
    attempt.heard = true;
  }

  /** A head comes to OkHttp, which may read this of it. */
  static void comes(Operation operation, Attempt attempt) {
    if (!attempt.heard) {
      hears(operation, attempt);
    }
    Response head = attempt.wireResponse;
    if (head == null) {
      return;
    }
    // The application may have made another of it.
    attempt.wireStatus = head.code();
    attempt.wireResponse = operation.observes() ? head : readable(attempt, head);
  }

  /**
   * OkHttp takes a Retry-After of digits for an int, and throws at the application if it is none.
   */
  private static Response readable(Attempt attempt, Response head) {
    int code = head.code();
    boolean looks = code == Judgement.UNAVAILABLE || code == Judgement.REQUEST_TIMEOUT;
    String after = looks ? head.header(RETRY_AFTER) : null;
    if (after == null || after.length() <= LONGEST.length() || !isDigits(after)) {
      attempt.hiddenAfter = null;
      return head;
    }
    attempt.hiddenAfter = after;
    return head.newBuilder().header(RETRY_AFTER, LONGEST).build();
  }

  private static boolean isDigits(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
