package io.fusebox.okhttp;

import okhttp3.MediaType;
import okhttp3.ResponseBody;
import okio.BufferedSource;
import okio.Okio;
import okio.Source;
import org.jspecify.annotations.Nullable;

/** A body with its type and length as they were, that is read through something of ours. */
final class BodyOver extends ResponseBody {

  private final ResponseBody body;
  private final BufferedSource source;

  BodyOver(ResponseBody body, Source through) {
    this.body = body;
    this.source = Okio.buffer(through);
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

  /** The application's own kind of body may end more than its source. */
  @Override
  public void close() {
    try {
      body.close();
    } finally {
      super.close();
    }
  }
}
