package io.fusebox.okhttp;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import org.jspecify.annotations.Nullable;

/** The body that the application reads: it knows when that is over, and says what ended it. */
final class GuardedBody extends ResponseBody {

  private final ResponseBody body;
  private final BufferedSource source;

  GuardedBody(Operation operation, ResponseBody body) {
    this.body = body;
    this.source = Okio.buffer(new Reading(operation, body));
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

  private static final class Reading extends ForwardingSource {

    private final Operation operation;

    Reading(Operation operation, ResponseBody body) {
      super(body.source());
      this.operation = operation;
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
}
