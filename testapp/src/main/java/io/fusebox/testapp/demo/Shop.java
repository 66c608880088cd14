package io.fusebox.testapp.demo;

import io.fusebox.testapp.demo.Board.Side;
import io.fusebox.testapp.fault.FaultServer;
import io.fusebox.testapp.fault.Hit;
import io.fusebox.testapp.legacy.LegacyService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One side of the demo: a legacy service in a JVM of its own, and the servers that only it calls.
 * Thread-safe.
 */
final class Shop implements AutoCloseable {

  private static final long CLOSE_PATIENCE_MILLIS = 500;

  // Fixed at construction.
  private final Board board;
  private final Side side;
  private final FaultServer payments;
  private final FaultServer catalogue;
  private final Process process;

  // Completed by the thread that reads the service's output.
  private final Map<String, CompletableFuture<Ending>> endings = new ConcurrentHashMap<>();

  private Shop(
      Board board, Side side, FaultServer payments, FaultServer catalogue, Process process) {
    this.board = board;
    this.side = side;
    this.payments = payments;
    this.catalogue = catalogue;
    this.process = process;
  }

  /** Starts servers and service; {@code options} are those of its JVM. */
  static Shop open(Board board, Side side, List<String> options) throws IOException {
    FaultServer payments =
        FaultServer.start()
            .route("/pay/charges", "silent")
            .route("/pay/receipt", "drip?bytes=10&every=300")
            .route("/pay/statement", "stall-after-head")
            .route("/orders/17", "busy-once?key=" + side)
            .route("/shop/charges", "reply-lost-once?key=charges-" + side)
            .route("/pay/okhttp", "silent")
            .route("/orders/18", "ok?body=here+you+are")
            .route("/shop/okhttp-charges", "reply-lost-once?key=okhttp-" + side)
            .route("/shop/keyed-charges", "reply-lost-once?key=keyed-" + side)
            .route("/stock/items", "slow?delay=200&status=503")
            .route("/prices/today", "slow?delay=300&status=503");
    FaultServer catalogue = FaultServer.start().route("/catalog/items", "ok?body=items");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(LegacyService.class.getName());
    command.add(payments.uri("/").toString());
    command.add(catalogue.uri("/").toString());
    Process process = new ProcessBuilder(command).start();
    Shop shop = new Shop(board, side, payments, catalogue, process);
    follow(process.getInputStream(), shop::heard);
    follow(process.getErrorStream(), line -> board.happened(side, line));
    return shop;
  }

  /** Lets a user do something. */
  void user(String name) throws IOException {
    OutputStream users = process.getOutputStream();
    users.write((name + "\n").getBytes(StandardCharsets.UTF_8));
    users.flush();
  }

  /** How {@code what} ended; completes when it does. */
  CompletableFuture<Ending> ending(String what) {
    return endings.computeIfAbsent(what, name -> new CompletableFuture<>());
  }

  /** Says what the user and the server of a call see that has not come back. */
  void tellWaiting(String what, String seconds) {
    if (!ending(what).isDone()) {
      board.happened(side, "still waiting after " + seconds);
      board.happened(side, "server: connection is still open");
    }
  }

  /**
   * When the server saw the connection of {@code path} close; {@link Hit#STILL_OPEN} if it has not.
   */
  long closedAfterMillis(String path, long waitMillis) throws InterruptedException {
    for (Hit hit : payments.hits()) {
      if (hit.target().equals(path)) {
        return hit.closedAfterMillis(waitMillis);
      }
    }
    return Hit.STILL_OPEN;
  }

  /** How many requests for {@code path} the server saw so far. */
  int hits(String path) {
    return (int) payments.hits().stream().filter(hit -> hit.target().equals(path)).count();
  }

  /** How often the server has charged: once for each request, but once only for a key. */
  int charges(String path) {
    Set<String> keys = new HashSet<>();
    int without = 0;
    for (Hit hit : payments.hits()) {
      if (hit.target().equals(path)) {
        String key = hit.headers().get("idempotency-key");
        without += key == null ? 1 : 0;
        keys.add(key == null ? "" : key);
      }
    }
    keys.remove("");
    return without + keys.size();
  }

  /** From now on the server answers requests for {@code path} as it should. */
  void heal(String path) {
    payments.route(path, "ok?body=items");
  }

  /** Says something that its server saw. */
  void tell(String text) {
    board.happened(side, text);
  }

  /** Ends the service, and the servers with it. */
  @Override
  public void close() throws IOException {
    kill();
    payments.close();
    catalogue.close();
  }

  /** For the case that the demo itself is killed. */
  void kill() {
    process.destroyForcibly();
  }

  private void heard(String line) {
    String[] fields = line.split("\t", -1);
    switch (fields.length > 1 ? fields[1] : fields[0]) {
      case "ready":
        end("ready", new Ending("ready", 0, ""));
        break;
      case "began":
        board.happened(side, "calls ...");
        break;
      case "returned":
        board.happened(side, "came back after " + fields[2] + " ms, " + fields[3]);
        end(fields[0], new Ending("returned", Long.parseLong(fields[2]), fields[3]));
        break;
      case "failed":
        board.happened(side, fields[3]);
        tellClosed(fields[0]);
        end(fields[0], new Ending("failed", Long.parseLong(fields[2]), fields[3]));
        break;
      case "over":
        end(fields[0], new Ending("over", 0, String.join(" ", fields)));
        break;
      case "looks":
        board.happened(side, "looks: " + fields[2]);
        break;
      case "again":
        board.happened(side, fields[2]);
        break;
      default:
        board.happened(side, picture(fields));
    }
  }

  private void tellClosed(String what) {
    String path = Step.pathOf(what);
    if (path.isEmpty()) {
      return;
    }
    try {
      long closed = closedAfterMillis(path, CLOSE_PATIENCE_MILLIS);
      board.happened(
          side,
          closed == Hit.STILL_OPEN
              ? "server: connection is still open"
              : "server: closed " + closed + " ms after the request came");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void end(String what, Ending ending) {
    ending(what).complete(ending);
  }

  /** A tick of the rush hour. */
  private static String picture(String[] fields) {
    if (!fields[0].equals("tick")) {
      return String.join(" ", fields);
    }
    return "[" + fields[4] + "]  payment " + fields[2] + ", catalogue " + fields[3];
  }

  private static void follow(InputStream in, Consumer<String> each) {
    Thread reader =
        new Thread(
            () -> {
              try (BufferedReader lines =
                  new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                String line = lines.readLine();
                while (line != null) {
                  each.accept(line);
                  line = lines.readLine();
                }
              } catch (IOException e) {
                // The process has been ended.
              }
            });
    reader.setDaemon(true);
    reader.start();
  }

  /** How something ended. Immutable. */
  static final class Ending {

    final String how;
    final long millis;
    final String text;

    Ending(String how, long millis, String text) {
      this.how = how;
      this.millis = millis;
      this.text = text;
    }

    static boolean isFailed(@Nullable Ending ending) {
      return ending != null && ending.how.equals("failed");
    }
  }
}
