package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.OnEveryJdk;
import java.util.List;

/** It is the request's host that a policy names, in any spelling, and never a proxy's. */
class HungProxyTest {

  private static final String POLICY =
      """
      policy.origin.match = origin.test
      policy.origin.timeout.total = 600ms
      policy.proxy.match = 127.0.0.1
      policy.proxy.timeout.total = 100ms
      """;

  @OnEveryJdk
  void callThroughAProxyIsUnderThePolicyOfItsOwnHost(Jdk jdk) throws Exception {
    Finished plain = ForkedJvm.on(jdk).timeoutSeconds(4).main(HungProxy.class.getName());
    assertFalse(plain.values().containsKey("plain"), plain::toString);

    Finished guarded = ForkedJvm.on(jdk).agent(POLICY).main(HungProxy.class.getName());
    for (String call : List.of("plain", "tunnel")) {
      String outcome = String.valueOf(guarded.values().get(call));
      assertTrue(outcome.contains("policy origin, timeout.total = 600ms"), guarded::toString);
      long millis = Long.parseLong(String.valueOf(guarded.values().get(call + ".millis")));
      assertTrue(millis >= 600 && millis < 2000, guarded::toString);
    }
  }
}
