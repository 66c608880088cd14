package io.fusebox.testapp.users;

import io.fusebox.testapp.okhttp.OkSuite;
import io.fusebox.testapp.okhttp.OkTrial;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import okhttp3.FormBody;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.logging.HttpLoggingInterceptor;

/** Calls of clients that log whole bodies, as the application sees them and as the network does. */
final class LoggedScenarios {

  private static final long HANGS = 3000;

  private LoggedScenarios() {}

  static Object warmUp(OkTrial trial) throws Exception {
    return call(trial, "", "total5s", "ok") + call(trial, ".network", "total5s", "ok");
  }

  static void start(OkSuite suite) throws InterruptedException {
    for (String where : new String[] {"", ".network"}) {
      for (String ways : new String[] {where, where + ".enqueued"}) {
        start(suite, "recovers", ways, "retry", "sequence?of=503.503.200");
        start(suite, "attempt", ways, "retry-attempt", "sequence?of=silent.200");
        start(suite, "drip", ways, "total500", "drip?every=100");
      }
      start(suite, "silent", where, "total500", "silent");
      start(suite, "stall", where, "users-read", "stall-after-head");
      start(suite, "slow", where, "users-read", "chunked?chunks=11&every=100");
      start(suite, "post", where, "retry-key", "sequence?of=503.200");
    }
  }

  private static void start(OkSuite suite, String name, String ways, String policy, String fault)
      throws InterruptedException {
    suite.start("logged." + name + ways, HANGS, trial -> call(trial, ways, policy, fault));
  }

  /** The body that the application reads; what was logged as fields. */
  private static String call(OkTrial trial, String ways, String policy, String fault)
      throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    HttpLoggingInterceptor logging =
        new HttpLoggingInterceptor(lines::add).setLevel(HttpLoggingInterceptor.Level.BODY);
    OkHttpClient.Builder builder = trial.client().newBuilder();
    OkHttpClient client =
        ways.startsWith(".network")
            ? builder.addNetworkInterceptor(logging).build()
            : builder.addInterceptor(logging).build();
    Request.Builder request = trial.request(policy, fault);
    if (policy.equals("retry-key")) {
      request.post(new FormBody.Builder().add("amount", "5").build());
    }
    try {
      okhttp3.Call call = client.newCall(request.build());
      return ways.endsWith(".enqueued") ? trial.enqueued(call) : trial.text(call);
    } finally {
      trial.put("requests", count(lines, "--> GET") + count(lines, "--> POST"));
      trial.put("heads", count(lines, "<-- 200") + count(lines, "<-- 503"));
      trial.put("failures", count(lines, "<-- HTTP FAILED"));
      trial.put("keys", count(lines, "Idempotency-Key"));
      trial.put("answers", answers(lines));
    }
  }

  private static int count(List<String> lines, String start) {
    int count = 0;
    for (String line : lines) {
      count += line.startsWith(start) ? 1 : 0;
    }
    return count;
  }

  /** The bodies of the fault server's sequences, in the order of their lines. */
  private static String answers(List<String> lines) {
    StringBuilder answers = new StringBuilder();
    for (String line : lines) {
      if (line.matches("[0-9]{3}-[0-9]+")) {
        answers.append(answers.length() == 0 ? "" : " ").append(line);
      }
    }
    return answers.toString();
  }
}
