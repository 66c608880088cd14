package io.fusebox.testapp.safety;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Eight threads that begin at once, half of them with their first call, half by loading classes of
 * the JDK that are seldom loaded: {@code URL}. Whoever waits for a class in the wrong order hangs.
 */
public final class LoadingRace {

  private static final int THREADS = 8;

  private static final String[] CLASSES = {
    "jdk.internal.net.http.MultiExchange",
    "jdk.internal.net.http.Exchange",
    "jdk.internal.net.http.Stream",
    "jdk.internal.net.http.ResponseSubscribers",
    "java.util.concurrent.Phaser",
    "java.util.zip.ZipOutputStream",
    "java.text.SimpleDateFormat",
    "java.util.concurrent.Exchanger",
  };

  private LoadingRace() {}

  /** Says {@code answered=4} when all is well. */
  public static void main(String[] args) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(args[0])).build();
    CountDownLatch start = new CountDownLatch(1);
    AtomicInteger answered = new AtomicInteger();
    Thread[] threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      threads[i] =
          new Thread(
              () -> {
                try {
                  start.await();
                  if (number % 2 == 0) {
                    answered.addAndGet(call(request));
                  } else {
                    load(number);
                  }
                } catch (Exception e) {
                  System.out.println("failed=" + e);
                }
              });
      threads[i].start();
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("answered=" + answered);
  }

  /** With a client of its own, as every part of an application has one. */
  private static int call(HttpRequest request) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
    return client.send(request, BodyHandlers.ofString()).statusCode() == 200 ? 1 : 0;
  }

  private static void load(int from) throws ClassNotFoundException {
    for (int i = 0; i < CLASSES.length; i++) {
      Class.forName(CLASSES[(from + i) % CLASSES.length]);
    }
  }
}
