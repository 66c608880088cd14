package io.fusebox.jdk11;

import io.fusebox.policy.StreamMode;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.List;
import java.util.Locale;

/**
 * Which responses are streams: answers that go on as long as both sides like, and that a bound on
 * the whole would break.
 */
final class Streams {

  private static final String[] TYPES = {"text/event-stream", "application/x-ndjson"};
  private static final String GRPC = "application/grpc";

  private Streams() {}

  static boolean isStream(StreamMode mode, ResponseInfo info) {
    if (mode != StreamMode.AUTO) {
      return mode == StreamMode.ON;
    }
    // Not by firstValue, which makes a stream of its own for it.
    List<String> types = info.headers().map().get("content-type");
    return types != null && !types.isEmpty() && isStreamType(types.get(0));
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
