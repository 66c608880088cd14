package io.fusebox.testapp.safety;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Calls at every depth near the end of the stack: {@code URL}. Some end in the middle of the
 * client, and of what guards it. Prints how many ended so, and what later calls come to.
 */
public final class StackEnds {

  private static final int THREADS = 3;
  private static final int LATER_CALLS = 10;
  private static final long STACK_BYTES = 200_000;

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static int overflows;

  private StackEnds() {}

  /** The program. */
  public static void main(String[] args) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(args[0])).build();
    call(request);
    for (int i = 0; i < THREADS; i++) {
      // Not always at the same place.
      Thread thread = new Thread(null, () -> deep(request), "deep", STACK_BYTES + i * 8L);
      thread.start();
      thread.join();
    }
    System.out.println("overflows=" + overflows);
    Thread.sleep(Long.parseLong(args[1]));
    int answered = 0;
    for (int i = 0; i < LATER_CALLS; i++) {
      answered += call(request).equals("200") ? 1 : 0;
    }
    System.out.println("answered=" + answered);
    System.exit(0);
  }

  @SuppressWarnings("InfiniteRecursion") // That is what it is for.
  private static void deep(HttpRequest request) {
    try {
      deep(request);
    } catch (StackOverflowError e) {
      overflows++;
      call(request);
    }
  }

  private static String call(HttpRequest request) {
    try {
      return String.valueOf(CLIENT.send(request, BodyHandlers.ofString()).statusCode());
    } catch (IOException e) {
      return e.getClass().getSimpleName();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
