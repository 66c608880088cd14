package io.fusebox.testapp.okhttp;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import okhttp3.Cache;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** Breaker, bulkhead and fallback, each in a policy of its own. */
final class OkState {

  private static final long HANGS = 4000;
  private static final String SERVICE_DOWN = "sequence?of=503";

  private OkState() {}

  static void start(OkSuite suite) throws InterruptedException {
    suite.start("breaker", HANGS, OkState::breaker);
    suite.start("breaker.statuses", HANGS, OkState::statuses);
    suite.start("breaker.cancelled", HANGS, OkState::cancelled);
    suite.start("breaker.cache", HANGS, OkState::cache);
    suite.start("breaker.enqueued", HANGS, OkState::enqueued);
    suite.start("bulkhead", HANGS, OkState::bulkhead);
    suite.start("fallback.timeout", HANGS, trial -> answer(trial, "fallback-timeout", "silent"));
    suite.start("fallback.status", HANGS, trial -> answer(trial, "fallback-status", SERVICE_DOWN));
    suite.start("fallback.rejected", HANGS, OkState::fallbackRejected);
    suite.start("fallback.enqueued", HANGS, OkState::fallbackEnqueued);
  }

  /** What each of several calls comes to. */
  private static List<String> calls(OkTrial trial, int count, String policy, String fault) {
    List<String> outcomes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      try {
        outcomes.add(trial.get(policy, fault));
      } catch (IOException e) {
        outcomes.add(e.getClass().getName());
        trial.put("message-" + i, e.getMessage());
      }
    }
    return outcomes;
  }

  private static Object breaker(OkTrial trial) {
    return calls(trial, 4, "breaker", "silent");
  }

  private static Object statuses(OkTrial trial) {
    return calls(trial, 4, "breaker-statuses", SERVICE_DOWN);
  }

  /** Calls that nobody wants any more say nothing about the host. */
  private static Object cancelled(OkTrial trial) throws InterruptedException {
    for (int i = 0; i < 4; i++) {
      Call call = trial.client().newCall(trial.request("breaker-cancelled", "silent").build());
      OkTrial.Answer answer = trial.enqueue(call);
      Thread.sleep(50);
      call.cancel();
      try {
        answer.await();
      } catch (IOException expected) {
        trial.put("cancelled-" + i, expected.getMessage());
      }
    }
    return calls(trial, 1, "breaker-cancelled", "ok");
  }

  /** What is in the cache costs no permit, and is given while the breaker is open. */
  private static Object cache(OkTrial trial) throws IOException {
    File directory = Files.createTempDirectory("okhttp-cache").toFile();
    OkHttpClient client =
        trial.client().newBuilder().cache(new Cache(directory, 1_000_000)).build();
    Request cacheable = trial.request("breaker-cache", "cacheable").build();
    String first = trial.text(client.newCall(cacheable));
    calls(trial, 3, "breaker-cache", "close");
    String open = calls(trial, 1, "breaker-cache", "ok").get(0);
    String again;
    try (Response response = client.newCall(cacheable).execute()) {
      trial.put("cached", response.cacheResponse() != null && response.networkResponse() == null);
      again = OkTrial.text(response);
    } finally {
      client.cache().delete();
    }
    return first + ", " + open + ", " + again;
  }

  private static Object enqueued(OkTrial trial) throws InterruptedException {
    List<String> outcomes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      try {
        outcomes.add(
            trial.enqueued(
                trial.client().newCall(trial.request("breaker-enqueued", SERVICE_DOWN).build())));
      } catch (IOException e) {
        outcomes.add(e.getClass().getSimpleName());
      }
    }
    return outcomes;
  }

  /** Two bodies are open, a third call is kept away until one of them is closed. */
  private static Object bulkhead(OkTrial trial) throws IOException {
    Request large = trial.request("bulkhead", "bytes?size=4000000").build();
    Response first = trial.client().newCall(large).execute();
    Response second = trial.client().newCall(large).execute();
    List<String> outcomes = calls(trial, 1, "bulkhead", "ok");
    first.close();
    outcomes.addAll(calls(trial, 1, "bulkhead", "ok"));
    outcomes.add(String.valueOf(second.body().bytes().length));
    outcomes.addAll(calls(trial, 3, "bulkhead", "ok"));
    return outcomes;
  }

  private static String answer(OkTrial trial, String policy, String fault) throws IOException {
    Request request = trial.request(policy, fault).build();
    try (Response response = trial.client().newCall(request).execute()) {
      return response.code() + " " + response.header("X-Made") + " " + OkTrial.text(response);
    }
  }

  private static Object fallbackRejected(OkTrial trial) throws IOException {
    calls(trial, 3, "fallback-rejected", "close");
    return answer(trial, "fallback-rejected", "ok");
  }

  private static Object fallbackEnqueued(OkTrial trial) throws IOException, InterruptedException {
    return trial.enqueued(
        trial.client().newCall(trial.request("fallback-timeout", "silent").build()));
  }
}
