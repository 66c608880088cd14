package io.fusebox.jdk11;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every exception and log line calls a request holds nothing that could be a secret. */
class TargetsTest {

  @ParameterizedTest
  @CsvSource({
    "https://joe:hunter2@pay.internal:8443/x, POST pay.internal:8443",
    "https://joe:hunter2@pay.internal/x, POST pay.internal:443",
    "http://hunter2@pay.internal, POST pay.internal:80",
    "http://joe:hunter2@[::1]:81/, POST [::1]:81",
    "http://a/hunter2?token=hunter2#hunter2, POST a:80",
    "ws://joe:hunter2@a/x, POST a:80",
  })
  void requestIsCalledByItsMethodHostAndPortAlone(String uri, String label) {
    assertEquals(label, Targets.label("POST", URI.create(uri)));
  }
}
