package io.fusebox.calls;

import io.fusebox.policy.StreamMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which responses are streams: answers that go on as long as both sides like, and that a bound on
 * the whole would break.
 */
public final class StreamTypes {

  private static final String[] TYPES = {"text/event-stream", "application/x-ndjson"};
  private static final String GRPC = "application/grpc";

  private StreamTypes() {}

  /**
   * Whether a response is one.
   *
   * @param contentType the header as it came; null where there is none
   */
  public static boolean isStream(StreamMode mode, @Nullable String contentType) {
    if (mode != StreamMode.AUTO) {
      return mode == StreamMode.ON;
    }
    return contentType != null && isStreamType(contentType);
  }

  private static boolean isStreamType(String contentType) {
    int end = contentType.indexOf(';');
    String type =
        (end < 0 ? contentType : contentType.substring(0, end)).trim().toLowerCase(Locale.ROOT);
    for (String stream : TYPES) {
      if (type.equals(stream)) {
        return true;
      }
    }
    return type.startsWith(GRPC);
  }
}
