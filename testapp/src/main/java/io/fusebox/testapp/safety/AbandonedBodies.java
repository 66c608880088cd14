package io.fusebox.testapp.safety;

import io.fusebox.testapp.soak.Holdings;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Makes calls whose bodies nobody reads or closes: {@code COUNT MILLIS URL}. Waits so long for what
 * they hold to be let go of, and prints what is left of it.
 */
public final class AbandonedBodies {

  private static final long POLL_MILLIS = 200;

  private AbandonedBodies() {}

  /** The program. */
  public static void main(String[] args) throws Exception {
    ExecutorService four = Executors.newFixedThreadPool(4);
    HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).executor(four).build();
    HttpRequest request = HttpRequest.newBuilder(URI.create(args[2])).build();
    // The JDK opens one for itself with the first.
    SocketChannel.open().close();
    int before = Holdings.sockets();
    List<WeakReference<InputStream>> bodies = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      try {
        bodies.add(new WeakReference<>(client.send(request, BodyHandlers.ofInputStream()).body()));
      } catch (HttpTimeoutException e) {
        // On a busy machine even the head may come too late.
        System.out.println("late=" + e);
      }
    }
    long end = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000;
    while (System.nanoTime() < end
        && (alive(bodies) > 0
            || Holdings.sockets() > before
            || Holdings.agentThreads().size() > 2)) {
      Thread.sleep(POLL_MILLIS);
      Holdings.collectGarbage();
    }
    System.out.println("bodies=" + alive(bodies));
    System.out.println("sockets=" + (Holdings.sockets() - before));
    System.out.println("threads=" + Holdings.agentThreads());
    // Alive up to here: a client that is gone closes all that it has.
    System.out.println("client=" + client.version());
    System.exit(0);
  }

  private static int alive(List<WeakReference<InputStream>> bodies) {
    int alive = 0;
    for (WeakReference<InputStream> body : bodies) {
      alive += body.get() == null ? 0 : 1;
    }
    return alive;
  }
}
