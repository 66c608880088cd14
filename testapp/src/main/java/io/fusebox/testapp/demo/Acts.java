package io.fusebox.testapp.demo;

import io.fusebox.testapp.demo.Shop.Ending;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The acts in which servers answer, but badly: what may be sent again and what may not, and a
 * breaker that keeps calls away. One thread.
 */
final class Acts {

  private static final long PATIENCE_SECONDS = 10;
  private static final Ending NONE = new Ending("hangs", 0, "");

  /** How long the stock server is down. */
  private static final long DOWN_MILLIS = 3400;

  /** Longer than a rejection may take on a busy machine, and far less than the server takes. */
  private static final long AT_ONCE_MILLIS = 100;

  /** Twice the bound of a payment. */
  private static final long OKHTTP_MILLIS = 1600;

  private static final String OKHTTP_CHARGES = "/shop/okhttp-charges";
  private static final String STOCK = "/stock/items";
  private static final String PRICES = "/prices/today";
  private static final String REJECTED = "java.lang.FuseboxRejectedException: ";

  private final Board board;
  private final Shop without;
  private final Shop with;
  private final Verdict verdict;
  private final Claims claims;

  Acts(Board board, Shop without, Shop with, Verdict verdict) {
    this.board = board;
    this.without = without;
    this.with = with;
    this.verdict = verdict;
    this.claims = verdict.claims();
  }

  void play() throws IOException, InterruptedException {
    order();
    charge(
        "6. Somebody pays. The server takes the payment, and its reply is lost.",
        "/shop/charges",
        "failed");
    charge(
        "7. The same, where the server knows Idempotency-Key and the policy says so.",
        "/shop/keyed-charges",
        "returned");
    stock();
    prices();
    okHttp();
    okHttpPays();
  }

  private void order() throws IOException, InterruptedException {
    board.heading("5. An order is looked up. The server is busy for a moment, and says so: 503.");
    begin("order", "order");
    Ending plain = await(without, "order");
    Ending guarded = await(with, "order");
    int sends = with.hits("/orders/17");
    claims.check("order without: status 503", plain.text.equals("status 503"), plain.text);
    claims.check("order with: status 200", guarded.text.equals("status 200"), guarded.text);
    claims.check("order with: sent twice", sends == 2, sends);
    verdict.row("5. a server that is busy once", plain.text, guarded.text + ", sent twice");
  }

  /** On the left the service has a loop of its own; on the right the policy decides. */
  private void charge(String heading, String path, String how)
      throws IOException, InterruptedException {
    board.heading(heading);
    board.line("   Left: the service pays again, as loops do. Right: it leaves that to Fusebox.");
    begin("loop " + path, "once " + path);
    Ending plain = await(without, "loop " + path);
    Ending guarded = await(with, "once " + path);
    int twice = without.charges(path);
    int once = with.charges(path);
    without.tell("server: charged " + twice + " times");
    with.tell("server: charged " + once + " time" + (once == 1 ? "" : "s"));
    int sends = with.hits(path);
    claims.check(path + " without: charged twice", twice == 2, twice);
    claims.check(path + " without: returns", plain.how.equals("returned"), plain.how);
    claims.check(path + " with: charged once", once == 1, once);
    claims.check(path + " with: " + how, guarded.how.equals(how), guarded.how + guarded.text);
    claims.check(path + " with: sends", sends == (how.equals("failed") ? 1 : 2), sends);
    verdict.row(
        how.equals("failed") ? "6. a payment whose reply is lost" : "7. the same with a key",
        "charged " + twice + " times",
        how.equals("failed") ? "once, and an exception" : "once, and " + guarded.text);
  }

  private void stock() throws IOException, InterruptedException {
    board.heading("8. The stock server is down for 3.4 s: each call fails, after 200 ms.");
    board.line("   Four calls a second: O is answered, F has failed, . was rejected at once.");
    begin("stock", "stock");
    Thread.sleep(DOWN_MILLIS);
    without.heal(STOCK);
    with.heal(STOCK);
    board.line("   The server is well again.");
    String[] plain = await(without, "stock").text.split(" ", -1);
    String[] guarded = await(with, "stock").text.split(" ", -1);
    String left = plain.length > 2 ? plain[2] : "";
    String right = guarded.length > 3 ? guarded[2] : "";
    long longest = guarded.length > 3 ? Long.parseLong(guarded[3]) : Long.MAX_VALUE;
    claims.check("stock without: every call waits", !left.contains("."), left);
    claims.checkRange("stock without: failures", 13, 15, count(left, 'F'));
    claims.check("stock with: opens after three failures", right.startsWith("FFF."), right);
    claims.checkRange("stock with: failures", 4, 5, count(right, 'F'));
    claims.checkRange("stock with: calls kept away", 8, 16, count(right, '.'));
    claims.check("stock with: closed at the end", right.endsWith("OOOO"), right);
    claims.checkRange("stock with: longest rejection, ms", 0, AT_ONCE_MILLIS, longest);
    verdict.row(
        "8. calls that waited for a dead server",
        count(left, 'F') + " of " + left.length(),
        count(right, 'F') + ", and " + count(right, '.') + " rejected at once");
  }

  private void prices() throws IOException, InterruptedException {
    board.heading("9. The price server fails. One client has found out; then another one calls.");
    begin("prices", "prices");
    Ending plain = await(without, "prices");
    Ending guarded = await(with, "prices");
    int calls = with.hits(PRICES);
    claims.check("prices without: status 503", plain.text.equals("status 503"), plain.text);
    claims.checkRange("prices without: the second client waits, ms", 300, 2000, plain.millis);
    claims.check(
        "prices with: the second client is rejected",
        Ending.isFailed(guarded) && guarded.text.startsWith(REJECTED),
        guarded.text);
    claims.checkRange(
        "prices with: the second client is told at once, ms", 0, AT_ONCE_MILLIS, guarded.millis);
    claims.check("prices with: three calls reach the server", calls == 3, calls);
    verdict.row(
        "9. the second client is told",
        "after " + plain.millis + " ms",
        "rejected after " + guarded.millis + " ms");
  }

  private void okHttp() throws IOException, InterruptedException {
    board.heading("10. Somebody pays through OkHttp, by execute and by enqueue. Nobody answers.");
    String[] users = {"okhttp-execute", "okhttp-enqueue"};
    for (String user : users) {
      begin(user, user);
    }
    Thread.sleep(OKHTTP_MILLIS);
    for (String user : users) {
      Ending plain = without.ending(user).getNow(NONE);
      Ending guarded = with.ending(user).getNow(NONE);
      without.tellWaiting(user, "1.6 s");
      claims.check(user + " without: hangs", plain == NONE, plain.how);
      claims.checkRange(user + " with: cut at, ms", 800, 1200, guarded.millis);
      claims.check(
          user + " with: InterruptedIOException that names its policy",
          guarded.text.startsWith("java.io.InterruptedIOException: ")
              && guarded.text.contains("policy payments, timeout.total = 800ms"),
          guarded.text);
      verdict.row(
          "10. through OkHttp, by " + user.substring(7),
          "hangs",
          "failed after " + guarded.millis + " ms");
    }
  }

  private void okHttpPays() throws IOException, InterruptedException {
    board.heading("11. A payment through OkHttp. Its kept connection is closed when it comes.");
    board.line("   OkHttp sends it again by itself; the server had taken it already.");
    begin("okhttp-pays", "okhttp-pays");
    Ending plain = await(without, "okhttp-pays");
    Ending guarded = await(with, "okhttp-pays");
    int twice = without.charges(OKHTTP_CHARGES);
    int once = with.charges(OKHTTP_CHARGES);
    without.tell("server: charged " + twice + " times");
    with.tell("server: charged " + once + " time" + (once == 1 ? "" : "s"));
    claims.check("OkHttp pays without: charged twice", twice == 2, twice);
    claims.check("OkHttp pays without: returns", plain.how.equals("returned"), plain.how);
    claims.check("OkHttp pays with: charged once", once == 1, once);
    claims.check("OkHttp pays with: fails", Ending.isFailed(guarded), guarded.how);
    verdict.row(
        "11. a payment that OkHttp repeats",
        "charged " + twice + " times",
        "once, and an exception");
  }

  private void begin(String left, String right) throws IOException {
    without.user(left);
    with.user(right);
  }

  private static Ending await(Shop shop, String what) throws InterruptedException {
    try {
      return shop.ending(what).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return NONE;
    }
  }

  private static long count(String letters, char letter) {
    return letters.chars().filter(c -> c == letter).count();
  }
}
