package io.fusebox.okhttp;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;

/**
 * A response that is tried again: read and closed, so that its connection is free, and kept, for it
 * is the outcome after all if no further attempt can be made. Stateless.
 */
final class KeptResponse {

  private static final long MOST = 64 * 1024;
  private static final long DRAIN_MILLIS = 100;

  private KeptResponse() {}

  /**
   * The same response with a body that needs no connection.
   *
   * @param lost what its reader is told at the end of what was kept, where that is not all
   */
  static Response of(Response response, String lost) {
    ResponseBody body = response.body();
    if (body == null) {
      return response;
    }
    Buffer kept = new Buffer();
    boolean whole = false;
    try {
      BufferedSource source = body.source();
      source.timeout().deadline(DRAIN_MILLIS, TimeUnit.MILLISECONDS);
      long count = 0;
      while (count >= 0 && kept.size() <= MOST) {
        count = source.read(kept, MOST);
      }
      whole = count < 0;
    } catch (IllegalStateException closed) {
      // By an interceptor of the application, which gave it all the same.
      return response;
    } catch (IOException e) {
      // It came in parts, or not in time: what is there is kept.
      whole = false;
    } finally {
      body.close();
    }
    BufferedSource rest = whole ? kept : Okio.buffer(new Torn(kept, lost));
    return response
        .newBuilder()
        .body(ResponseBody.create(body.contentType(), body.contentLength(), rest))
        .build();
  }

  /** The beginning of a body, then an exception. */
  private static final class Torn extends ForwardingSource {
    private final String lost;

    Torn(Buffer beginning, String lost) {
      super(beginning);
      this.lost = lost;
    }

    @Override
    public long read(Buffer sink, long byteCount) throws IOException {
      long count = super.read(sink, byteCount);
      if (count < 0) {
        throw new IOException(lost);
      }
      return count;
    }
  }
}
