package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;

/** One policy and host, several client libraries; and what observe says of OkHttp. */
class OkHttpBesideOthersTest {

  private static final String SHARED =
      """
      policy.shared.match = 127.0.0.1
      policy.shared.breaker = on
      policy.shared.breaker.failure-rate = off
      policy.shared.breaker.consecutive = 3
      """;

  private static final String OBSERVED =
      """
      agent.mode = observe
      policy.total500.match = 127.0.0.1/total500/**
      policy.total500.timeout.total = 500ms
      policy.total500.retry.attempts = 3
      policy.total500.breaker = on
      """;

  private static String address(OkJvm jvm, String fault) {
    return "http://127.0.0.1:"
        + Servers.HTTP.port()
        + "/any/"
        + fault
        + (fault.indexOf('?') < 0 ? "?" : "&")
        + "id=beside"
        + jvm.id();
  }

  @OnEveryOkHttp
  void twoLibrariesFeedOneBreaker(OkJvm jvm) throws Exception {
    assumeTrue(jvm.jdk().feature() >= 11, "java.net.http begins with 11");
    String down = address(jvm, "sequence?of=503");
    List<String> calls = new ArrayList<>();
    for (String client : List.of("jdk", "okhttp", "jdk", "okhttp", "jdk")) {
      calls.addAll(List.of(client, down));
    }
    Finished finished =
        jvm.start().agent(SHARED).arguments(calls).main("io.fusebox.testapp.clients.TwoClients");
    for (int i = 0; i < 3; i++) {
      assertEquals("503", finished.values().get("call-" + i), finished::toString);
    }
    String rejected = "FuseboxRejectedException";
    assertEquals(rejected, finished.values().get("call-3"), finished::toString);
    assertEquals(rejected, finished.values().get("call-4"), finished::toString);
    assertEquals(3, Servers.HTTP.hits("beside" + jvm.id()).size());
  }

  @OnEveryOkHttp
  void observeOnlySaysWhatItWouldDo(OkJvm jvm) throws Exception {
    String run = "observed" + jvm.id();
    List<String> arguments = new ArrayList<>(List.of("suite=clocks", "run=" + run));
    arguments.addAll(Servers.arguments());
    Finished finished =
        jvm.start()
            .agent(OBSERVED)
            .option("-Dscenarios=total[.](drip|redirects)|enqueue[.](drip|ok)|derived")
            .arguments(arguments)
            .main("io.fusebox.testapp.okhttp.OkScenarios");
    Runs.Run made = new Runs.Run(run, finished, finished.values());
    made.of("total.drip").assertReturned("xxxxxxxxxx");
    made.of("total.redirects").assertReturned("arrived");
    made.of("enqueue.drip").assertReturned("xxxxxxxxxx");
    made.of("enqueue.ok").assertReturned("ok");
    made.of("derived").assertHung();
    assertEquals(
        1,
        finished.said("policy total500: 5 calls, 4 would have been cut by timeout.total").size(),
        finished::err);
    assertEquals(0, finished.said("fault of the agent").size(), finished::err);
  }
}
