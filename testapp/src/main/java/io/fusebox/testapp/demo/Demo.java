package io.fusebox.testapp.demo;

import io.fusebox.testapp.demo.Board.Side;
import io.fusebox.testapp.demo.Shop.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Shows, in some 25 seconds, what Fusebox does for a service that has no timeouts. Run it by {@code
 * ./demo} in the root of the repository. Its exit code is 0 only if everything that it claims was
 * observed.
 */
public final class Demo {

  /** The agent and its policy, as one would start any service with them. */
  static final String JAR = "agent/target/fusebox.jar";

  static final String POLICY = "policies/demo.properties";

  private static final long START_SECONDS = 20;
  private static final long STEP_MILLIS = 3200;
  private static final String STEP_SECONDS = "3.2 s";
  private static final long RUSH_SECONDS = 10;

  private final Board board;
  private final Shop without;
  private final Shop with;
  private final Verdict verdict;

  private Demo(Board board, Shop without, Shop with) {
    this.board = board;
    this.without = without;
    this.with = with;
    this.verdict = new Verdict(without, with);
  }

  /** Takes no arguments; the working directory is the root of the repository. */
  public static void main(String[] args) throws Exception {
    for (String file : List.of(JAR, POLICY)) {
      if (!Files.isReadable(Path.of(file))) {
        System.err.println("demo: no " + file + " here; ./demo builds it and runs in the root");
        System.exit(2);
      }
    }
    System.exit(show() ? 0 : 1);
  }

  private static boolean show() throws Exception {
    Board board = new Board(System.out);
    introduce(board);
    try (Shop without = Shop.open(board, Side.WITHOUT, List.of());
        Shop with = Shop.open(board, Side.WITH, List.of("-javaagent:" + JAR + "=" + POLICY))) {
      Runtime.getRuntime().addShutdownHook(new Thread(without::kill));
      Runtime.getRuntime().addShutdownHook(new Thread(with::kill));
      return new Demo(board, without, with).run();
    }
  }

  private static void introduce(Board board) {
    board.line("A service without any timeout, twice: as it is, and with");
    board.line("  java -javaagent:" + JAR + "=" + POLICY + " ...");
    board.line("The policy says: policy.payments.timeout.total = 800ms");
    board.line("");
    board.titles("without", "with Fusebox");
  }

  private boolean run() throws Exception {
    boolean started = await(without, "ready", START_SECONDS) != null;
    if (!started || await(with, "ready", START_SECONDS) == null) {
      board.line("demo: a service did not start");
      return false;
    }
    for (Step step : Step.values()) {
      show(step);
    }
    rush();
    new Acts(board, without, with, verdict).play();
    return verdict.print(board);
  }

  private void show(Step step) throws IOException, InterruptedException {
    board.heading(step.heading);
    without.user(step.user);
    with.user(step.user);
    CompletableFuture<?> both =
        CompletableFuture.allOf(without.ending(step.user), with.ending(step.user));
    try {
      both.get(STEP_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      without.tellWaiting(step.user, STEP_SECONDS);
      with.tellWaiting(step.user, STEP_SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    verdict.saw(step);
  }

  private void rush() throws Exception {
    board.heading(
        "4. Rush hour: 4 workers, no queue; each 500 ms somebody pays and somebody reads the"
            + " catalogue.");
    board.line("   Workers: P hangs in a payment, C reads the catalogue, . is free.");
    without.user("rush");
    with.user("rush");
    verdict.sawRush(await(without, "rush", RUSH_SECONDS), await(with, "rush", RUSH_SECONDS));
  }

  private static @Nullable Ending await(Shop shop, String what, long seconds)
      throws InterruptedException {
    try {
      return shop.ending(what).get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return null;
    }
  }
}
