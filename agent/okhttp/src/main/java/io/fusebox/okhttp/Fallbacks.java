package io.fusebox.okhttp;

import io.fusebox.calls.TimedCall;
import io.fusebox.engine.Clock;
import io.fusebox.policy.FallbackSettings;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Responses that are made up because a policy asks for it, instead of an exception or a failing
 * status. Each is counted by its reason: one that nobody sees hides an outage. Stateless.
 */
final class Fallbacks {

  private Fallbacks() {}

  /** In place of a cut; null where it stays what it is. */
  static @Nullable Response forCut(Operation operation, Clock expired) {
    FallbackSettings settings = operation.policy.fallback();
    boolean asked =
        settings != null
            && (expired == Clock.DEADLINE ? settings.onDeadline() : settings.onTimeout());
    return asked ? make(operation, expired.key()) : null;
  }

  /** In place of a timeout of the application's own. */
  static @Nullable Response forOwnTimeout(Operation operation) {
    FallbackSettings settings = operation.policy.fallback();
    return settings != null && settings.onTimeout()
        ? make(operation, "the client's own timeout")
        : null;
  }

  /** In place of a refusal. */
  static @Nullable Response forRefusal(Operation operation) {
    FallbackSettings settings = operation.policy.fallback();
    return settings != null && settings.onRejected() ? make(operation, TimedCall.REJECTED) : null;
  }

  /** In place of a response of that status. */
  static @Nullable Response forStatus(Operation operation, int status) {
    FallbackSettings settings = operation.policy.fallback();
    return settings != null && settings.coversStatus(status)
        ? make(operation, "status " + status)
        : null;
  }

  /** Made, or under observe only said. */
  private static @Nullable Response make(Operation operation, String reason) {
    FallbackSettings settings = operation.policy.fallback();
    if (settings == null || operation.isWebSocket()) {
      return null;
    }
    if (operation.observes()) {
      if (operation.wouldHaveBeenSent() || reason.equals(TimedCall.REJECTED)) {
        operation.tellWouldFallBack(reason);
      }
      return null;
    }
    Response made = made(operation, settings);
    operation.tellFallback(reason);
    return made;
  }

  private static Response made(Operation operation, FallbackSettings settings) {
    byte[] bytes = settings.body().getBytes(StandardCharsets.UTF_8);
    boolean none = settings.isBodiless() || operation.call.request().method().equals("HEAD");
    Buffer body = new Buffer();
    if (!none) {
      body.write(bytes);
    }
    Response.Builder response =
        new Response.Builder()
            .request(operation.call.request())
            .protocol(Protocol.HTTP_1_1)
            .code(settings.status())
            .message("");
    String type = null;
    for (Map.Entry<String, String> header : settings.headers().entrySet()) {
      response.header(header.getKey(), header.getValue());
      type = header.getKey().equalsIgnoreCase("Content-Type") ? header.getValue() : type;
    }
    MediaType mediaType = type == null ? null : MediaType.parse(type);
    return response.body(ResponseBody.create(mediaType, body.size(), body)).build();
  }
}
