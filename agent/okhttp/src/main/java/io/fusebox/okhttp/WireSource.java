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

  private WireSource(Operation operation, ResponseBody body) {
    super(body.source());
    this.operation = operation;
  }

  /** The body as what unpacks it gets it. */
  static ResponseBody over(Operation operation, ResponseBody body) {
    return new BodyOver(body, new WireSource(operation, body));
  }

  @Override
  public long read(Buffer sink, long byteCount) throws IOException {
    operation.listens();
    try {
      return super.read(sink, byteCount);
    } catch (IOException e) {
      operation.current().wireFailure = e;
      throw e;
    } finally {
      operation.clocks.notAsking();
    }
  }
}
