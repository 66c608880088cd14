package io.fusebox.testapp;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The total bounds the body to its last byte, through whichever handler it is read. */
class BodiesAreCutAtTotalTest {

  private static final List<String> DOORS = List.of("send", "sendAsync", "sendAsyncPush");

  /** Handlers that give the application its body while it still comes. */
  private static final List<String> STREAMING = List.of("ofInputStream", "ofLines", "ofPublisher");

  /** What each handler makes of a body of ten bytes. */
  private static final Map<String, String> WAYS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("send", "xxxxxxxxxx"),
              Map.entry("sendAsync", "xxxxxxxxxx"),
              Map.entry("sendAsyncPush", "xxxxxxxxxx"),
              Map.entry("ofByteArray", "10"),
              Map.entry("ofByteArrayConsumer", "null"),
              Map.entry("discarding", "null"),
              Map.entry("buffering", "xxxxxxxxxx"),
              Map.entry("mapping", "mapped xxxxxxxxxx"),
              Map.entry("fromSubscriber", "xxxxxxxxxx"),
              Map.entry("fromLineSubscriber", "xxxxxxxxxx complete"),
              Map.entry("ofFile", "10"),
              Map.entry("ofInputStream", "10"),
              Map.entry("ofLines", "1"),
              Map.entry("ofPublisher", "xxxxxxxxxx"),
              Map.entry("replacing", "replaced")));

  @OnEveryJdk
  void bodyThatDrips(Jdk jdk) {
    assertAll(
        WAYS.entrySet().stream()
            .map(
                way ->
                    () -> {
                      String scenario = "drip." + way.getKey();
                      Outcome plain = Runs.plain(jdk, "http").of(scenario);
                      plain.assertReturned(way.getValue());
                      plain.assertElapsed(1900, 3500);
                      assertCut(Runs.guarded(jdk, "http").of(scenario), way.getKey());
                    }));
  }

  @OnEveryJdk
  void bodyThatStops(Jdk jdk) {
    assertAll(
        WAYS.keySet().stream()
            .map(
                way ->
                    () -> {
                      String scenario = "stall-after-head." + way;
                      Runs.plain(jdk, "http").of(scenario).assertHung();
                      assertCut(Runs.guarded(jdk, "http").of(scenario), way);
                    }));
  }

  @OnEveryJdk
  void serverThatNeverAnswers(Jdk jdk) {
    assertDoors(jdk, "silent");
  }

  @OnEveryJdk
  void headThatDrips(Jdk jdk) {
    assertDoors(jdk, "drip-head");
  }

  @OnEveryJdk
  void chunksThatDrip(Jdk jdk) {
    for (String door : DOORS) {
      Runs.plain(jdk, "http").of("chunked." + door).assertReturned("chunk".repeat(10));
      Outcome guarded = Runs.guarded(jdk, "http").of("chunked." + door);
      guarded.assertCutByTotal(500);
    }
  }

  private static void assertDoors(Jdk jdk, String fault) {
    assertAll(
        DOORS.stream()
            .map(
                door ->
                    () -> {
                      Runs.plain(jdk, "http").of(fault + "." + door).assertHung();
                      assertCut(Runs.guarded(jdk, "http").of(fault + "." + door), door);
                    }));
  }

  private static void assertCut(Outcome guarded, String way) throws InterruptedException {
    guarded.assertCutByTotal(500);
    guarded.assertClosedAt(500);
    if (STREAMING.contains(way)) {
      assertTrue(
          List.of("java.io.IOException", "java.io.UncheckedIOException")
                  .contains(guarded.field("exception"))
              || guarded.field("exception").equals("java.net.http.HttpTimeoutException"),
          guarded::told);
    } else {
      guarded.assertMeets("java.net.http.HttpTimeoutException");
    }
  }
}
