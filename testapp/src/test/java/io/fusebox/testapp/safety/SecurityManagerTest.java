package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.Jdks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Under a SecurityManager the agent works with rights of its own, and fails open without them. */
@Timeout(60)
class SecurityManagerTest {

  private static final String HELLO = "io.fusebox.testapp.hello.Hello";

  private static final String APPLICATION =
      """
      grant codeBase "file:CLASSES/-" {
        permission java.net.URLPermission "http://127.0.0.1:*/-", "*:*";
        permission java.net.SocketPermission "127.0.0.1", "connect,resolve";
        permission java.util.PropertyPermission "*", "read";
      };
      """;

  private static final String AGENT =
      """
      grant codeBase "file:AGENT" {
        permission java.security.AllPermission;
      };
      """;

  @TempDir private Path directory;

  /** On 18 to 23 it has to be allowed first, and later there is none. */
  static Stream<Jdk> some() {
    return Pairs.those(Jdks.all(), feature -> feature <= 17);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("some")
  void callsAreCutWhereTheAgentIsTrusted(Jdk jdk) throws Exception {
    ForkedJvm jvm = managed(jdk, APPLICATION + AGENT).agent(Calls.POLICIES);
    if (jdk.feature() < 11) {
      Finished finished = jvm.main(HELLO);
      assertTrue(finished.out().startsWith("hello="), finished::toString);
      assertEquals(1, finished.said("java.net.http: not in this Java").size(), finished::err);
      return;
    }
    Finished finished = jvm.arguments(Calls.allKinds()).main(Calls.CALLER);
    Calls.assertAllGuarded(finished);
    assertEquals(0, finished.said("access denied").size(), finished::err);
    assertEquals(1, finished.said("at exit: policy pay: 3 calls, 2 cut").size(), finished::err);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("some")
  void applicationRunsWhereItIsNot(Jdk jdk) throws Exception {
    Finished finished = managed(jdk, APPLICATION).agent(Calls.POLICIES).main(HELLO);
    Calls.assertEnded(finished);
    assertTrue(finished.out().startsWith("hello="), finished::toString);
    assertEquals(1, finished.said("NOT started, nothing is guarded").size(), finished::err);
    assertEquals(0, finished.said("\tat ").size(), finished::err);
  }

  private ForkedJvm managed(Jdk jdk, String text) throws Exception {
    assumeTrue(jdk.feature() <= 17, "needs a Java with a SecurityManager");
    String classes = System.getProperty("fusebox.testapp.classes");
    Path policy =
        Files.writeString(
            directory.resolve("java.policy"),
            text.replace("CLASSES", classes).replace("AGENT", ForkedJvm.agentJar().toString()));
    return ForkedJvm.on(jdk)
        .option("-Djava.security.manager")
        .option("-Djava.security.policy==" + policy);
  }
}
