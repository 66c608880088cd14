package io.fusebox.testapp.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.testapp.Finished;
import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.OnEveryJdk;
import java.util.List;

/** What the application's own subscriber throws is the application's, and no fault of the agent. */
class ThrowingSubscriberTest {

  private static final String PROGRAM = "io.fusebox.testapp.safety.ThrowingSubscriber";

  /** The head comes in time on any machine, for the body is what is to be cut. */
  private static final String POLICIES = Calls.POLICIES.replace("300ms", "2s");

  @OnEveryJdk
  void onErrorThatThrowsWhenItIsToldOfACut(Jdk jdk) throws Exception {
    List<String> arguments = List.of("onError", Calls.url("/pay/stall-after-head"));
    Finished plain = ForkedJvm.on(jdk).arguments(arguments).main(PROGRAM);
    assertEquals("nothing", plain.values().get("met"), plain::toString);
    Finished guarded = guarded(jdk, arguments);
    assertEquals("200", guarded.values().get("response"), guarded::toString);
    String met = String.valueOf(guarded.values().get("met"));
    assertTrue(met.startsWith("onError java.net.http.HttpTimeoutException"), guarded::toString);
    assertNoFault(guarded);
    assertEquals(
        1,
        guarded.said("at exit: policy pay: 1 call, 1 cut by timeout.total").size(),
        guarded::err);
  }

  @OnEveryJdk
  void onNextThatThrows(Jdk jdk) throws Exception {
    assertSameAsWithoutTheAgent(jdk, "onNext");
  }

  @OnEveryJdk
  void onCompleteThatThrows(Jdk jdk) throws Exception {
    assertSameAsWithoutTheAgent(jdk, "onComplete");
  }

  private static void assertSameAsWithoutTheAgent(Jdk jdk, String method) throws Exception {
    List<String> arguments = List.of(method, Calls.url("/long/ok"));
    Finished plain = ForkedJvm.on(jdk).arguments(arguments).main(PROGRAM);
    assertEquals(method, plain.values().get("met"), plain::toString);
    Finished guarded = guarded(jdk, arguments);
    // Not the response: whether it is there before the body fails is a matter of chance.
    for (String name : List.of("met", "body")) {
      assertEquals(plain.values().get(name), guarded.values().get(name), guarded::toString);
    }
    assertNoFault(guarded);
  }

  private static void assertNoFault(Finished finished) {
    assertEquals(List.of(), finished.said("fault"), finished::err);
  }

  private static Finished guarded(Jdk jdk, List<String> arguments) throws Exception {
    Finished finished = ForkedJvm.on(jdk).agent(POLICIES).arguments(arguments).main(PROGRAM);
    Calls.assertEnded(finished);
    return finished;
  }
}
