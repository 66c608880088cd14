package io.fusebox.jdk11;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.policy.StreamMode;
import java.net.http.HttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which answers go on as long as both sides like, told by their type. */
class StreamsKindsTest {

  private static boolean isStream(StreamMode mode, String header, String value) {
    return Streams.isStream(mode, new Head(200, header, value, HttpClient.Version.HTTP_2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/grpc",
        "application/grpc+proto",
        "application/grpc-web",
        "application/grpc-web-text+proto",
        "Application/GRPC; charset=utf-8",
        "text/event-stream",
        "text/event-stream;charset=utf-8",
        " TEXT/Event-Stream ; charset=utf-8",
        "application/x-ndjson",
      })
  void streamsAreToldByTheirType(String type) {
    assertTrue(isStream(StreamMode.AUTO, "Content-Type", type));
    assertFalse(isStream(StreamMode.OFF, "Content-Type", type));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/x-ndjson-seq",
        "text/event-streams",
        "text/plain; a=application/grpc",
        "x-application/grpc",
        "",
      })
  void othersAreNone(String type) {
    assertFalse(isStream(StreamMode.AUTO, "content-type", type));
    assertTrue(isStream(StreamMode.ON, "content-type", type));
  }

  @Test
  void answerWithoutATypeIsNone() {
    assertFalse(isStream(StreamMode.AUTO, "x-type", "application/grpc"));
  }
}
