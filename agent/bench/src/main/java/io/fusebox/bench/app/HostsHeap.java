package io.fusebox.bench.app;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Locale;

/**
 * Calls so many hosts once each, on connections that close; then what the heap retains and what the
 * classes take. With kept connections the client's own buffers drown what is looked for.
 */
public final class HostsHeap {

  private HostsHeap() {}

  /** The name of the host of that number. */
  public static String host(int i) {
    return String.format(Locale.ROOT, "h%04d.bench.internal", i);
  }

  /** Arguments: port, number of hosts. */
  public static void main(String[] args) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    int hosts = Integer.parseInt(args[1]);
    for (int i = 0; i < hosts; i++) {
      URI uri = URI.create("http://" + host(i) + ":" + args[0] + "/bye");
      client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding());
    }
    measure().print();
    // The client lives until here, in every run alike.
    if (client.version() == null) {
      throw new IllegalStateException();
    }
    Runtime.getRuntime().halt(0);
  }

  private static Result measure() throws InterruptedException {
    Result result = new Result();
    for (int i = 0; i < 5; i++) {
      System.gc();
      // What a collection enqueues, other threads have to let go of before the next one.
      Thread.sleep(200);
    }
    double heap = 0;
    double metaspace = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getCollectionUsage() != null) {
        // As the last collection left it: what is used now would hold a whole buffer (TLAB) for
        // each thread that allocated since, and how large that is depends on its past.
        heap += pool.getCollectionUsage().getUsed();
      } else if (pool.getName().equals("Metaspace")) {
        // Includes the compressed class space.
        metaspace = pool.getUsage().getUsed();
      }
    }
    result.add("heap", heap);
    result.add("metaspace", metaspace);
    return result.add("classes", ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
  }
}
