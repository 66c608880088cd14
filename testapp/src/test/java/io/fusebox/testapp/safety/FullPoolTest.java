package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.OnEveryJdk;

/**
 * Neither an answer nor a cut waits for a thread of the common pool that plain send does not need.
 */
class FullPoolTest {

  private static final String POLICY =
      "policy.local.match = localhost\npolicy.local.timeout.total = 2s\n";

  @OnEveryJdk
  void nobodyWaitsForTheCommonPool(Jdk jdk) throws Exception {
    Finished plain = forked(jdk).main(FullPool.class.getName());
    assertEquals("ok", plain.values().get("answer"), plain::toString);
    assertEquals("50 bytes", plain.values().get("stream"), plain::toString);

    Finished guarded = forked(jdk).agent(POLICY).main(FullPool.class.getName());
    assertEquals("ok", guarded.values().get("answer"), guarded::toString);
    assertTrue(millis(guarded, "answer") < 2000, guarded::toString);
    assertTrue(
        String.valueOf(guarded.values().get("stream")).contains("timeout.total = 2s"),
        guarded::toString);
    assertTrue(millis(guarded, "stream") >= 2000, guarded::toString);
    assertTrue(millis(guarded, "stream") < 4500, guarded::toString);
  }

  private static ForkedJvm forked(Jdk jdk) {
    return ForkedJvm.on(jdk).option("-Djava.util.concurrent.ForkJoinPool.common.parallelism=2");
  }

  private static long millis(Finished finished, String call) {
    return Long.parseLong(String.valueOf(finished.values().get(call + ".millis")));
  }
}
