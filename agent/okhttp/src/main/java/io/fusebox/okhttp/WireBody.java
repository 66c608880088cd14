package io.fusebox.okhttp;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import org.jspecify.annotations.Nullable;

/**
 * The body as it comes over the wire, before it is unpacked: silence counts while a piece of it is
 * asked for, and at no other time.
 */
final class WireBody extends ResponseBody {

  private final ResponseBody body;
  private final BufferedSource source;

  WireBody(Operation operation, ResponseBody body) {
    this.body = body;
    this.source = Okio.buffer(new Listening(operation, body));
  }

  @Override
  public @Nullable MediaType contentType() {
    return body.contentType();
  }

  @Override
  public long contentLength() {
    return body.contentLength();
  }

  @Override
  public BufferedSource source() {
    return source;
  }

  private static final class Listening extends ForwardingSource {

    private final Operation operation;

    Listening(Operation operation, ResponseBody body) {
      super(body.source());
      this.operation = operation;
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
}
