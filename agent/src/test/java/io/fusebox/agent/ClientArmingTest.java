package io.fusebox.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.fusebox.policy.PolicySet;
import io.fusebox.policy.file.PolicyReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientArmingTest {

  @TempDir Path folder;

  @Test
  void aFileThatNoLongerArmsAnythingIsSaidToArmNothing() throws IOException {
    LivePolicies policies = new LivePolicies();
    ClientArming arming =
        new ClientArming(new Log(new ByteArrayOutputStream()), policies, withoutClasses(), false);
    assertEquals("; nothing to arm", take(arming, policies, ""));
    String match = "policy.a.match = a\n";
    assertEquals(
        "; java.net.http: armed at first use; OkHttp: armed at first use",
        take(arming, policies, match + "policy.a.timeout.total = 1s\n"));
    assertEquals("; nothing to arm", take(arming, policies, match));
    assertEquals(
        "; java.net.http: armed at first use; OkHttp: armed at first use",
        take(arming, policies, match + "policy.a.bulkhead = 5\n"));
    assertEquals(
        "; nothing to arm; JDBC: NOT armed, a preview in this version: -Dio.fusebox.jdbc=preview"
            + " arms it",
        take(arming, policies, "policy.a.match = jdbc:*\npolicy.a.timeout.total = 1s\n"));
  }

  private String take(ClientArming arming, LivePolicies policies, String text) throws IOException {
    Path file = Files.writeString(folder.resolve("f.properties"), text);
    PolicySet read =
        PolicyReader.load(file.toFile(), "0.1.0", Map.of(), new Properties()).policies();
    assertNotNull(read);
    policies.set(read);
    arming.arm(read);
    return arming.report();
  }

  /** Of a JVM in which nothing has been loaded that is to be woven. */
  private static Instrumentation withoutClasses() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            ClientArmingTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) ->
                method.getName().equals("getAllLoadedClasses") ? new Class<?>[0] : null);
  }
}
