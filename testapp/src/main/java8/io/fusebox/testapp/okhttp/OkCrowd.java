package io.fusebox.testapp.okhttp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import okhttp3.FormBody;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/** Many enqueued calls at a time, whose attempts follow each other from thread to thread. */
final class OkCrowd {

  private static final int CALLS = 800;
  private static final int AT_A_TIME = 40;
  private static final long HANGS = 30_000;
  private static final RequestBody FORM = new FormBody.Builder().add("amount", "5").build();

  private OkCrowd() {}

  static void start(OkSuite suite) throws InterruptedException {
    // OkHttp itself would send each of these once more.
    suite.start("crowd.get", HANGS, trial -> all(trial, null));
    suite.finish();
    suite.start("crowd.post", HANGS, trial -> all(trial, FORM));
  }

  /** How many calls ended in which way. */
  private static Object all(OkTrial trial, @Nullable RequestBody body) throws Exception {
    SortedMap<String, Integer> endings = new TreeMap<>();
    List<OkTrial.Answer> open = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      if (open.size() == AT_A_TIME) {
        endings.merge(ending(open.remove(0)), 1, Integer::sum);
      }
      Request request = trial.request("retry-crowd", "sequence?of=408").build();
      Request.Builder own = numbered(request, i);
      if (body != null) {
        own.post(body);
      }
      open.add(trial.enqueue(trial.client().newCall(own.build())));
    }
    for (OkTrial.Answer answer : open) {
      endings.merge(ending(answer), 1, Integer::sum);
    }
    return endings;
  }

  /** The same with an id of its own. */
  static Request.Builder numbered(Request request, int number) {
    String id = request.url().queryParameter("id") + "." + number;
    return request.newBuilder().url(request.url().newBuilder().setQueryParameter("id", id).build());
  }

  private static String ending(OkTrial.Answer answer) throws InterruptedException {
    try {
      return answer.await();
    } catch (IOException e) {
      return e.getClass().getName();
    }
  }
}
