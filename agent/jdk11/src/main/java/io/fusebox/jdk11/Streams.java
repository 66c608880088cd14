package io.fusebox.jdk11;

import io.fusebox.calls.StreamTypes;
import io.fusebox.policy.StreamMode;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.List;

/** Which responses of this client are streams. */
final class Streams {

  private Streams() {}

  static boolean isStream(StreamMode mode, ResponseInfo info) {
    // Not by firstValue, which makes a stream of its own for it.
    List<String> types = info.headers().map().get("content-type");
    return StreamTypes.isStream(mode, types == null || types.isEmpty() ? null : types.get(0));
  }
}
