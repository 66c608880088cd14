package io.fusebox.testapp.safety;

import java.io.PrintStream;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.Provider;
import java.security.Security;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Records all that an agent could change in a run: {@code URL...}, of a quick answer, a late one
 * and none. Two runs that differ in nothing print the same.
 */
public final class Recorder {

  private static final PrintStream OUT = System.out;

  private final HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();

  private Recorder() {}

  /** See above; ends with exit code 3, from another thread than main. */
  public static void main(String[] args) throws Exception {
    PrintStream err = System.err;
    Runtime.getRuntime().addShutdownHook(new Thread(() -> say("hook", "has run")));
    surroundings();
    Recorder recorder = new Recorder();
    recorder.answer(request(args[0]));
    recorder.completion(request(args[1]));
    recorder.cancellation(request(args[2]));
    recorder.interrupts(request(args[2]));
    say("streams", System.out == OUT && System.err == err);
    threads();
    properties();
    new Thread(Recorder::last, "last").start();
  }

  private static void last() {
    say("last", Thread.currentThread().getName());
    System.exit(3);
  }

  private static HttpRequest request(String url) {
    return HttpRequest.newBuilder(URI.create(url)).header("x-own", "kept").build();
  }

  private static void surroundings() {
    say("out", System.out.getClass());
    say("err", System.err.getClass());
    say("loader", Thread.currentThread().getContextClassLoader().getClass());
    say("handler", Thread.getDefaultUncaughtExceptionHandler());
    say("authenticator", Authenticator.getDefault());
    say("cookies", CookieHandler.getDefault());
    say("proxies", ProxySelector.getDefault().getClass());
    for (Provider provider : Security.getProviders()) {
      say("provider", provider.getName());
    }
  }

  @SuppressWarnings("ReferenceEquality") // It is what is asked.
  private void answer(HttpRequest request) throws Exception {
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    say("request", response.request() == request);
    say("request.class", response.request().getClass());
    say("response.class", response.getClass());
    say("answer", response.statusCode() + " " + response.body() + " " + response.version());
    say("headers", response.headers().map());
    say("previous", response.previousResponse());
  }

  private void completion(HttpRequest request) {
    CompletableFuture<HttpResponse<String>> call =
        client.sendAsync(request, BodyHandlers.ofString());
    say("future", call.getClass());
    CompletableFuture<String> dependent =
        call.thenApply(response -> kind(Thread.currentThread().getName()));
    say("dependent", dependent.getClass());
    say("completed.on", dependent.join());
    say(
        "completed.async.on",
        call.thenApplyAsync(response -> kind(Thread.currentThread().getName())).join());
    try {
      call.obtrudeValue(null);
      say("obtrude", "allowed");
    } catch (UnsupportedOperationException e) {
      say("obtrude", e.getClass());
    }
  }

  private void cancellation(HttpRequest request) throws Exception {
    CompletableFuture<HttpResponse<String>> call =
        client.sendAsync(request, BodyHandlers.ofString());
    CompletableFuture<Integer> dependent = call.thenApply(HttpResponse::statusCode);
    Thread.sleep(100);
    say("cancel", call.cancel(true));
    try {
      dependent.join();
      say("dependent", "completed");
    } catch (CompletionException e) {
      // Its message is one time so and one time so.
      Throwable cause = e.getCause();
      say("dependent.failed", cause == null ? "nothing" : cause.getClass());
    }
  }

  private void interrupts(HttpRequest request) throws Exception {
    Thread caller = Thread.currentThread();
    caller.interrupt();
    interrupted("before", request);
    Thread interrupter =
        new Thread(
            () -> {
              sleep(150);
              caller.interrupt();
            });
    interrupter.start();
    interrupted("within", request);
    interrupter.join();
  }

  private void interrupted(String when, HttpRequest request) throws Exception {
    try {
      client.send(request, BodyHandlers.ofString());
      say("interrupt." + when, "returned");
    } catch (InterruptedException e) {
      say("interrupt." + when, e.getClass() + ", flag " + Thread.interrupted());
    }
  }

  private static void threads() {
    TreeSet<String> names = new TreeSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      ThreadGroup group = thread.getThreadGroup();
      names.add(
          kind(thread.getName())
              + ", daemon "
              + thread.isDaemon()
              + ", group "
              + (group == null ? "-" : group.getName()));
    }
    names.forEach(name -> say("thread", name));
  }

  private static void properties() {
    Map<Object, Object> all = new TreeMap<>(System.getProperties());
    // These tell how this run was started.
    all.remove("sun.java.command");
    all.remove("line.separator");
    all.forEach((name, value) -> say("property", name + ": " + value));
  }

  private static String kind(String threadName) {
    return threadName.replaceAll("[0-9]+", "N");
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void say(String name, Object value) {
    OUT.println(name + "=" + value);
  }
}
