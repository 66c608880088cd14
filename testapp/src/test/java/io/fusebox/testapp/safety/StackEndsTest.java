package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.OnEveryJdk;
import java.util.List;

/** A call that ends in a StackOverflowError, wherever that comes, takes nothing with it. */
class StackEndsTest {

  private static final String POLICY =
      """
      policy.few.match = 127.0.0.1
      policy.few.timeout.total = 300ms
      policy.few.bulkhead = 2
      """;

  @OnEveryJdk
  void placesComeBack(Jdk jdk) throws Exception {
    Finished finished =
        ForkedJvm.on(jdk)
            .agent(POLICY)
            .arguments(List.of(Calls.url("/any/ok"), "1000"))
            .main("io.fusebox.testapp.safety.StackEnds");
    Calls.assertEnded(finished);
    assertTrue(!"0".equals(finished.values().get("overflows")), finished::toString);
    assertEquals("10", finished.values().get("answered"), finished::toString);
  }
}
