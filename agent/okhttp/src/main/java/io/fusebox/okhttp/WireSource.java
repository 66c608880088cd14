package io.fusebox.okhttp;

import java.io.IOException;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.ForwardingSource;

/**
 * A body as it comes over the wire, before it is unpacked: silence counts while a piece of it is
 * asked for, and at no other time.
 */
final class WireSource extends ForwardingSource {

  private final Operation operation;
  private final Attempt attempt;

  // Whoever reads or closes it, one at a time.
  private boolean over;

  private WireSource(Operation operation, Attempt attempt, ResponseBody body) {
    super(body.source());
    this.operation = operation;
    this.attempt = attempt;
  }

  /** The body as what unpacks it gets it. */
  static ResponseBody over(Operation operation, Attempt attempt, ResponseBody body) {
    attempt.bodyOpens();
    return new BodyOver(body, new WireSource(operation, attempt, body));
  }

  @Override
  public long read(Buffer sink, long byteCount) throws IOException {
    operation.listens();
    try {
      long count = super.read(sink, byteCount);
      if (count < 0) {
        isOver();
      }
      return count;
    } catch (IOException e) {
      attempt.wireFailure = e;
      throw e;
    } finally {
      operation.clocks.notAsking();
    }
  }

  @Override
  public void close() throws IOException {
    isOver();
    super.close();
  }

  private void isOver() {
    if (!over) {
      over = true;
      attempt.bodyIsOver();
    }
  }
}
