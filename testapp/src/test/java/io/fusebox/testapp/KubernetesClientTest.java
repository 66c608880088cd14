package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.fault.Hit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * fabric8's Kubernetes client under the cookbook's policy, over both of its transports that are
 * covered: calls are bounded and tried again, and watches last.
 */
@Timeout(180)
class KubernetesClientTest {

  private static final int TOTAL = 1500;
  private static final String TEN = pods(10);

  /** The client's own limit for a call in these programs. */
  private static final long OWN_MILLIS = 4000;

  private static final String TESTS_OWN =
      """
      policy.warm-up.match = 127.0.0.1:PORT/api/v1/namespaces/plain-warm-up/**
      policy.warm-up.mode = off
      policy.short.match = NAMESPACES
      policy.short.extends = api-server
      policy.short.timeout.attempt = none
      policy.short.timeout.total = 1500ms
      policy.auto.match = 127.0.0.1:PORT/api/v1/namespaces/auto/**
      policy.auto.timeout.total = 1500ms
      policy.one.match = 127.0.0.1:PORT/api/v1/namespaces/watch-http/**
      policy.one.extends = short
      policy.one.bulkhead = 1
      policy.one-socket.match = 127.0.0.1:PORT/api/v1/namespaces/watch-socket/**
      policy.one-socket.extends = short
      policy.one-socket.bulkhead = 1
      policy.down.match = 127.0.0.1:PORT/api/v1/namespaces/down/**
      policy.down.extends = api-server
      policy.down.breaker = off
      policy.down.retry.budget.floor = 0.2
      """;

  /** Whose calls and heads have little time. */
  private static final String NAMESPACES =
      Stream.of(
              "hung",
              "plain",
              "lost-socket",
              "lost-http",
              "gone-socket",
              "gone-http",
              "informer-socket",
              "informer-http")
          .map(name -> "127.0.0.1:PORT/api/v1/namespaces/" + name + "/**")
          .collect(Collectors.joining(", "));

  private static final Map<String, CompletableFuture<CloudRuns>> RUNS = new ConcurrentHashMap<>();

  /** A transport on a JDK. */
  record Transport(String name, Jdk jdk) {
    static Stream<Transport> all() {
      return Jdks.withHttpClient()
          .flatMap(jdk -> Stream.of(new Transport("okhttp", jdk), new Transport("jdk", jdk)));
    }

    /** Where the run without the agent is made, and idle threads are waited for. */
    Transport first() {
      return new Transport(name, Jdks.withHttpClient().findFirst().orElseThrow());
    }

    CloudRuns plain() {
      return started(first(), "").join();
    }

    /** Both transports of a JDK run side by side, for they mostly wait. */
    CloudRuns guarded() throws Exception {
      String policies = policies();
      CompletableFuture.allOf(
              started(new Transport("okhttp", jdk), policies),
              started(new Transport("jdk", jdk), policies))
          .join();
      return started(this, policies).join();
    }

    private static CompletableFuture<CloudRuns> started(Transport transport, String policies) {
      return RUNS.computeIfAbsent(
          transport + policies,
          key ->
              CompletableFuture.supplyAsync(
                  () -> run(transport, policies), task -> new Thread(task, "pods").start()));
    }

    private static CloudRuns run(Transport transport, String policies) {
      boolean settles = transport.equals(transport.first()) && !policies.isEmpty();
      List<String> arguments = List.of(transport.name, "PORT");
      try {
        return CloudRuns.of(
            transport.jdk,
            "Pods",
            "kubernetes",
            policies,
            settles ? List.of(transport.name, "PORT", "settle") : arguments);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    private static String policies() throws Exception {
      String cookbook =
          CloudRuns.cookbook("kubernetes")
              .replace("https://kubernetes.default.svc, ", "127.0.0.1:PORT, ")
              .replace("https://kubernetes.default.svc/", "127.0.0.1:PORT/");
      return cookbook + TESTS_OWN.replace("NAMESPACES", NAMESPACES);
    }
  }

  private static String pods(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> "web-" + i)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static List<Hit> hits(CloudRuns run, String namespace) {
    return run.hits("/api/v1/namespaces/" + namespace + "/pods");
  }

  private static List<Hit> watches(CloudRuns run, String namespace) {
    return hits(run, namespace).stream()
        .filter(hit -> hit.target().contains("watch=true"))
        .toList();
  }

  private static void assertAsPlain(Transport transport, String scenario) throws Exception {
    assertEquals(transport.plain().told(scenario), transport.guarded().told(scenario));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.KubernetesClientTest$Transport#all")
  void goodCallsAreAsWithoutTheAgent(Transport transport) throws Exception {
    CloudRuns guarded = transport.guarded();
    assertEquals("[web-1]", guarded.told("list"), guarded.finished()::toString);
    assertEquals("Running", guarded.told("get"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.KubernetesClientTest$Transport#all")
  void hungListIsCutAtTotal(Transport transport) throws Exception {
    assertTrue(transport.plain().millis("hung") >= OWN_MILLIS);
    CloudRuns guarded = transport.guarded();
    String told = guarded.told("hung");
    assertTrue(told.contains("policy short, timeout.total = 1500ms, attempt 1"), told);
    assertTrue(guarded.millis("hung") >= TOTAL, guarded.finished()::out);
    assertTrue(guarded.millis("hung") < OWN_MILLIS, guarded.finished()::out);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.KubernetesClientTest$Transport#all")
  void listThatIsAnswered503IsSentAgain(Transport transport) throws Exception {
    assertTrue(transport.plain().told("busy").contains("code=503"));
    assertEquals(1, hits(transport.plain(), "busy").size());
    CloudRuns guarded = transport.guarded();
    assertEquals("[web-1]", guarded.told("busy"), guarded.finished()::toString);
    assertEquals(2, hits(guarded, "busy").size());
    assertEquals("2", hits(guarded, "busy").get(1).headers().get("x-envoy-attempt-count"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.KubernetesClientTest$Transport#all")
  void budgetBoundsWhatTwoLayersOfRetriesMake(Transport transport) throws Exception {
    // The client's own three, and what a budget of 0.2 in a second gives in ten.
    assertEquals(3, hits(transport.plain(), "down").size());
    assertEquals(5, hits(transport.guarded(), "down").size());
    assertTrue(transport.guarded().told("down").contains("code=503"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.KubernetesClientTest$Transport#all")
  void watchOverWebSocketOutlivesTotalAndHoldsNoPlace(Transport transport) throws Exception {
    CloudRuns guarded = transport.guarded();
    assertEquals(TEN, guarded.told("watch-socket"), guarded.finished()::toString);
    assertTrue(guarded.millis("watch-socket") > TOTAL);
    assertEquals(1, watches(guarded, "watch-socket").size());
    assertEquals("[web-1]", guarded.told("watch-socket.beside"));
    assertEquals("closed", guarded.told("watch-socket.closed"));
    assertEquals("[web-1]", guarded.told("watch-socket.after"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.KubernetesClientTest$Transport#all")
  void watchOverHttpOutlivesTotalAsStreamAndGivesItsPlaceBack(Transport transport)
      throws Exception {
    CloudRuns guarded = transport.guarded();
    assertEquals(TEN, guarded.told("watch-http"), guarded.finished()::toString);
    assertTrue(guarded.millis("watch-http") > TOTAL);
    assertEquals(1, watches(guarded, "watch-http").size());
    String beside = guarded.told("watch-http.beside");
    assertTrue(beside.contains("FuseboxRejectedException"), beside);
    assertEquals("closed", guarded.told("watch-http.closed"));
    assertEquals("[web-1]", guarded.told("watch-http.after"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.KubernetesClientTest$Transport#all")
  void watchFallsBackToHttpAsWithoutTheAgent(Transport transport) throws Exception {
    assertAsPlain(transport, "watch-plain");
    assertEquals(TEN + ", closed", transport.guarded().told("watch-plain"));
    assertEquals(2, watches(transport.guarded(), "plain").size());
  }

  /** Its content type does not tell it from a list: this is why the cookbook says stream = on. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.KubernetesClientTest$Transport#all")
  void watchOverHttpThatIsNotSaidToBeStreamIsCutAndBegunAgain(Transport transport)
      throws Exception {
    assertEquals(1, watches(transport.plain(), "auto").size());
    CloudRuns guarded = transport.guarded();
    assertTrue(watches(guarded, "auto").size() > 1, guarded.finished()::toString);
    assertTrue(guarded.told("watch-auto").endsWith("], closed"), guarded.told("watch-auto"));
    assertEquals(
        1,
        guarded.finished().said("cut after").stream().filter(KubernetesClientTest::isAuto).count());
  }

  private static boolean isAuto(String line) {
    return line.contains("policy auto, timeout.total");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.KubernetesClientTest$Transport#all")
  void watchThatIsLostIsBegunAgainAsWithoutTheAgent(Transport transport) throws Exception {
    for (String way : List.of("lost-socket", "lost-http")) {
      assertAsPlain(transport, way);
      assertEquals(TEN + ", closed", transport.guarded().told(way));
      assertEquals(4, watches(transport.plain(), way).size());
      assertEquals(4, watches(transport.guarded(), way).size());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.KubernetesClientTest$Transport#all")
  void watchThatTheServerEndsIsClosedAsWithoutTheAgent(Transport transport) throws Exception {
    for (String way : List.of("gone-socket", "gone-http")) {
      assertAsPlain(transport, way);
      assertEquals("[web-1, web-2], gone true Expired", transport.guarded().told(way));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.KubernetesClientTest$Transport#all")
  void informerOutlivesTotal(Transport transport) throws Exception {
    for (String way : List.of("informer-socket", "informer-http")) {
      assertEquals(TEN + ", false", transport.guarded().told(way));
      assertEquals(1, watches(transport.guarded(), way).size());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.fusebox.testapp.KubernetesClientTest$Transport#all")
  void nothingOfTheAgentIsLeft(Transport transport) throws Exception {
    CloudRuns guarded = transport.guarded();
    // A WebSocket that has ended stays in a JDK's memory for a while, and its call with it.
    int calls = Integer.parseInt(guarded.told("left.calls"));
    assertTrue(calls <= Integer.parseInt(guarded.told("left.client-calls")), calls + " calls");
    if (transport.equals(transport.first())) {
      String threads = guarded.told("left.threads");
      assertTrue(!threads.contains("fusebox-worker"), threads);
      assertTrue(!threads.contains("fusebox-callback"), threads);
    }
  }
}
