package io.fusebox.testapp.scenario;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.CookieHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.Map;

/**
 * Code of the application that takes its time within {@code send}, over a connection that stands:
 * there the client runs it on the caller's thread as a rule.
 */
final class SlowApplicationScenarios {

  private static final long TAKES_MILLIS = 2000;
  private static final int ROUNDS = 3;

  private SlowApplicationScenarios() {}

  static void start(Suite suite) throws InterruptedException {
    suite.start("slow.publisher", 4500, SlowApplicationScenarios::publisher);
    suite.start("slow.cookies", 4500, SlowApplicationScenarios::cookies);
  }

  /** What the body is made of comes late. */
  private static Object publisher(Trial trial) throws Exception {
    HttpRequest slow =
        trial
            .request("total300", "ok")
            .POST(BodyPublishers.ofInputStream(SlowApplicationScenarios::lateStream))
            .build();
    return rounds(trial, HttpClient.newBuilder(), slow);
  }

  /** Whose cookies they are is known on the caller's thread alone. */
  private static Object cookies(Trial trial) throws Exception {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(new CallersCookies())
            .build();
    CallersCookies.CALLER.set("me");
    HttpRequest post =
        trial
            .request("total5s", "ok")
            .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[10])))
            .build();
    for (int i = 0; i < ROUNDS; i++) {
      client.send(post, BodyHandlers.ofString());
    }
    return "asked";
  }

  /** How many of the rounds timed out, and the longest of them in milliseconds. */
  private static Object rounds(Trial trial, HttpClient.Builder clients, HttpRequest slow)
      throws Exception {
    int timeouts = 0;
    long longest = 0;
    for (int i = 0; i < ROUNDS; i++) {
      HttpClient client = clients.version(HttpClient.Version.HTTP_1_1).build();
      client.send(trial.get("none", "ok"), BodyHandlers.ofString());
      trial.restartClock();
      try {
        client.send(slow, BodyHandlers.ofString());
      } catch (HttpTimeoutException e) {
        timeouts++;
      }
      longest = Math.max(longest, trial.elapsedMillis());
    }
    trial.put("longest", longest);
    return timeouts;
  }

  private static InputStream lateStream() {
    return new ByteArrayInputStream(new byte[] {'x'}) {
      @Override
      public synchronized int read(byte[] buffer, int from, int count) {
        takeTime();
        return super.read(buffer, from, count);
      }
    };
  }

  private static void takeTime() {
    try {
      Thread.sleep(TAKES_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class CallersCookies extends CookieHandler {
    private static final ThreadLocal<String> CALLER = new ThreadLocal<>();

    @Override
    public Map<String, List<String>> get(URI uri, Map<String, List<String>> headers) {
      return Map.of("Cookie", List.of("caller=" + CALLER.get()));
    }

    @Override
    public void put(URI uri, Map<String, List<String>> headers) {
      // It keeps none.
    }
  }
}
