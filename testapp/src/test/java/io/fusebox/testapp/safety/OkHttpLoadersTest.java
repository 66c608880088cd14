package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.Jdks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Applications come and go in one JVM, each with an OkHttp of its own, in several versions. */
@Timeout(240)
class OkHttpLoadersTest {

  private static final Path LIBRARIES = Path.of(System.getProperty("fusebox.okhttp.libraries"));

  private static final String POLICIES =
      """
      policy.pay.match = 127.0.0.1
      policy.pay.timeout.total = 20s
      policy.pay.timeout.read = 20s
      policy.pay.retry.attempts = 2
      policy.pay.breaker = on
      policy.pay.bulkhead = 10
      """;

  /** OkHttp's own threads keep each loader for a minute: the oldest Java and one new have to do. */
  static Stream<Jdk> some() {
    List<Jdk> all = Jdks.all().toList();
    List<Jdk> some = all.stream().filter(jdk -> jdk.feature() == 8 || jdk.feature() == 21).toList();
    return (some.isEmpty() ? all : some).stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("some")
  void areGuardedAtOnceAndCollectedWhenTheyAreGone(Jdk jdk) throws Exception {
    List<String> libraries = new ArrayList<>(List.of("3.12", "3.14", "4.12"));
    if (jdk.feature() >= 11) {
      libraries.add("5.5");
    }
    int rounds = 50 / libraries.size() + 1;
    List<String> arguments = new ArrayList<>();
    String id = Calls.newId();
    arguments.add(Calls.url("/pay/ok?id=" + id));
    arguments.add(Integer.toString(rounds));
    arguments.add(System.getProperty("fusebox.testapp.classes") + "/");
    for (String library : libraries) {
      arguments.add(LIBRARIES.resolve(library).toString());
    }
    Finished finished =
        ForkedJvm.on(jdk)
            .agent(POLICIES)
            .arguments(arguments)
            .timeoutSeconds(200)
            .main("io.fusebox.testapp.okhttp.OkLoaders");
    Calls.assertEnded(finished);
    int loaders = rounds * libraries.size();
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < libraries.size(); i++) {
        String call = "call-" + round + "-" + i;
        assertEquals("returned 200", finished.values().get(call), finished::toString);
      }
    }
    assertEquals(loaders, Calls.SERVER.hits(id).size());
    assertEquals("" + loaders, finished.values().get("collected"), finished::toString);
    // Nothing was cut or went wrong, so nothing but the start is said.
    assertEquals(1, finished.err().lines().count(), finished::err);
  }
}
