package io.fusebox.testapp.safety;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An application that is deployed and dropped again: {@code URL...}, all with one client, whose
 * thread has this application's loader. What fails is not its business.
 */
public final class Deployed {

  private Deployed() {}

  /** See above. */
  public static void main(String[] args) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(Deployed.class.getClassLoader());
    // Its own, to be ended with it: the client's would keep this loader for a minute on Java 11.
    ExecutorService executor = Executors.newCachedThreadPool();
    try {
      HttpClient client =
          HttpClient.newBuilder().version(Version.HTTP_1_1).executor(executor).build();
      for (String url : args) {
        call(client, HttpRequest.newBuilder(URI.create(url)).build());
      }
    } finally {
      executor.shutdown();
      thread.setContextClassLoader(before);
    }
  }

  private static void call(HttpClient client, HttpRequest request) throws InterruptedException {
    try {
      // A handler and an exception of this loader: whoever keeps one of them keeps all.
      client.send(
          request,
          info -> {
            if (info.statusCode() != 200) {
              throw new Refused();
            }
            return BodyHandlers.ofString().apply(info);
          });
    } catch (IOException e) {
      // Cut, or refused by the handler.
      return;
    }
  }

  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
