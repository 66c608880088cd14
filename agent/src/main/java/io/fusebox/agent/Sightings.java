package io.fusebox.agent;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Clients that are loaded here and not covered: an operator must not believe that they are. Each is
 * named once, when the first class that gives it away is loaded. Thread-safe.
 */
final class Sightings {

  private static final String[][] SIGNS = {
    {"sun/net/www/protocol/http/HttpURLConnection", "HttpURLConnection"},
    {"com/squareup/okhttp/OkHttpClient", "OkHttp 2"},
    {"org/apache/http/client/HttpClient", "Apache HttpClient 4"},
    {"org/apache/commons/httpclient/HttpClient", "Apache HttpClient 3"},
    {"org/apache/hc/client5/http/classic/HttpClient", "Apache HttpClient 5"},
    {"org/apache/hc/client5/http/async/HttpAsyncClient", "Apache HttpClient 5, asynchronous"},
    {"org/eclipse/jetty/client/HttpClient", "Jetty's HttpClient"},
    {"reactor/netty/http/client/HttpClient", "Reactor Netty's HttpClient"},
    {"org/asynchttpclient/AsyncHttpClient", "AsyncHttpClient"},
    {"io/vertx/core/http/HttpClient", "Vert.x's HttpClient"},
    {"io/grpc/ManagedChannel", "gRPC"},
    {"java/sql/DriverManager", "JDBC"},
  };

  // Filled at construction, only read afterwards.
  private final Map<String, String> signs = new HashMap<>();
  private final Log log;

  // Guarded by this.
  private final TreeSet<String> seen = new TreeSet<>();

  Sightings(Log log) {
    this.log = log;
    for (String[] sign : SIGNS) {
      signs.put(sign[0], sign[1]);
    }
  }

  /** A class that was there before us, by its internal name. */
  void wasThere(String className) {
    String client = signs.get(className);
    if (client != null) {
      isNew(client);
    }
  }

  /** A class that is being loaded, by its internal name. */
  void isLoaded(String className) {
    String client = signs.get(className);
    if (client != null && isNew(client)) {
      log.later(client + " is loaded here and NOT covered by this version");
    }
  }

  /** What was there before us, separated by commas; empty if nothing. */
  synchronized String text() {
    return String.join(", ", seen);
  }

  private synchronized boolean isNew(String client) {
    return seen.add(client);
  }
}
