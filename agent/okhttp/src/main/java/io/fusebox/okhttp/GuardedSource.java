package io.fusebox.okhttp;

import io.fusebox.calls.CallGuards;
import java.io.IOException;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.ForwardingSource;

/** What the application reads a body from: it knows when that is over, and says what ended it. */
final class GuardedSource extends ForwardingSource {

  private final Operation operation;

  private GuardedSource(Operation operation, ResponseBody body) {
    super(body.source());
    this.operation = operation;
  }

  /** The body as the application gets it. */
  static ResponseBody over(Operation operation, ResponseBody body) {
    GuardedSource source = new GuardedSource(operation, body);
    CallGuards guards = operation.guards;
    if (guards != null) {
      guards.lastsAsLongAs(source);
    }
    return new BodyOver(body, source);
  }

  @Override
  public long read(Buffer sink, long byteCount) throws IOException {
    operation.reads();
    long count;
    try {
      count = super.read(sink, byteCount);
    } catch (IOException e) {
      throw operation.bodyFailed(e);
    }
    if (count < 0) {
      operation.bodyEnds();
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    try {
      super.close();
    } finally {
      operation.bodyEnds();
    }
  }
}
