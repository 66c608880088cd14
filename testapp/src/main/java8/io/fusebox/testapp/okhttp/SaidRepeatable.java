package io.fusebox.testapp.okhttp;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import okio.Okio;
import okio.Source;
import org.jspecify.annotations.Nullable;

/**
 * A body of the application's own kind that says that it can be written again, and is right or not.
 */
final class SaidRepeatable extends RequestBody {

  private static final byte[] BYTES = {'s', 'a', 'i', 'd'};

  private final boolean right;
  private Source source = source();

  SaidRepeatable(boolean right) {
    this.right = right;
  }

  private static Source source() {
    return Okio.source(new ByteArrayInputStream(BYTES));
  }

  @Override
  public @Nullable MediaType contentType() {
    return null;
  }

  @Override
  public long contentLength() {
    return BYTES.length;
  }

  /** Overrides what OkHttp has had since 3.14. */
  @SuppressWarnings("MissingOverride")
  public boolean isOneShot() {
    return false;
  }

  @Override
  public void writeTo(BufferedSink sink) throws IOException {
    sink.writeAll(source);
    if (right) {
      source = source();
    }
  }
}
