package io.fusebox.okhttp;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;
import okhttp3.ResponseBody;

/** Sees every request of an attempt that goes out, its redirects too, and what came of it. */
final class Wire implements Interceptor {

  static final String RETRY_AFTER = "Retry-After";

  /** That OkHttp can read, and that is too long for it to wait. */
  private static final String LONGEST = "999999999";

  private final Operation operation;
  private final Attempt attempt;

  Wire(Operation operation) {
    this.operation = operation;
    this.attempt = operation.current();
  }

  @Override
  public Response intercept(Chain network) throws IOException {
    Attempt present = operation.current();
    operation.leaves();
    Retrials further = operation.retrials();
    present.wireFailure = null;
    present.wireStatus = 0;
    Response head;
    try {
      head =
          network.proceed(
              further == null || operation.observes()
                  ? network.request()
                  : further.decorated(present, network.request()));
    } catch (IOException e) {
      present.wireFailure = e;
      throw e;
    }
    present.wireStatus = head.code();
    operation.clocks.sending();
    head = readable(present, head);
    ResponseBody body = operation.watchesSilence() ? head.body() : null;
    return body == null ? head : head.newBuilder().body(new WireBody(operation, body)).build();
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

  @Override
  public String toString() {
    return "attempt " + attempt.number;
  }
}
