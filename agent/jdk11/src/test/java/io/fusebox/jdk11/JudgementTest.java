package io.fusebox.jdk11;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fusebox.calls.CallGuards;
import io.fusebox.engine.Counters;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to an attempt while something else is being decided about it. */
class JudgementTest {

  private final InPlaceServices services = new InPlaceServices();

  @TempDir Path directory;

  /** Looked at once before the decision about it begins, and once within. */
  private static final class Interrupting implements ResponseInfo {
    private final Runnable within;
    private int looks;

    Interrupting(Runnable within) {
      this.within = within;
    }

    @Override
    public int statusCode() {
      looks++;
      if (looks == 2) {
        within.run();
      }
      return 200;
    }

    @Override
    public HttpHeaders headers() {
      return HttpHeaders.of(Map.of(), (name, value) -> true);
    }

    @Override
    public HttpClient.Version version() {
      return HttpClient.Version.HTTP_1_1;
    }
  }

  @Test
  void clientThatGivesUpWhileAHeadIsLookedAtIsHeard() throws Exception {
    GuardedCall call = services.call(directory, "policy.p.fallback.on = status");
    Attempt<String> attempt = call.opening.firstAttempt(BodyHandlers.ofString());
    CompletableFuture<?> waitedOn = call.outer();
    assertNotNull(waitedOn);
    IOException closed = new IOException("shut down");
    Interrupting head = new Interrupting(() -> attempt.accept(null, closed));

    Object subscriber = attempt.apply(head);

    assertNotNull(subscriber);
    assertEquals(2, head.looks);
    ExecutionException thrown =
        assertThrows(ExecutionException.class, () -> waitedOn.get(10, TimeUnit.SECONDS));
    assertEquals(closed, thrown.getCause());
    assertEquals(List.of(), services.faults);
  }

  @Test
  void whatWouldHaveBeenRejectedIsNotReplacedOnceMore() throws Exception {
    GuardedCall call =
        services.call(
            directory,
            "policy.p.breaker = open\npolicy.p.fallback.on = status\npolicy.p.mode = observe");
    Fallbacks.wouldReplace(call, 503);
    assertEquals(List.of(Counters.Event.WOULD_FALL_BACK), services.happened);
    CallGuards guards = Objects.requireNonNull(call.guards);
    assertNull(guards.admit(0));
    Fallbacks.wouldReplace(call, 503);
    assertEquals(
        List.of(Counters.Event.WOULD_FALL_BACK, Counters.Event.WOULD_REJECT), services.happened);
  }
}
