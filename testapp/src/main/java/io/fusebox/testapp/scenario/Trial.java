package io.fusebox.testapp.scenario;

import io.fusebox.testapp.report.Places;
import io.fusebox.testapp.report.Report;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One run of one scenario: where to send what, and where to report. */
final class Trial {

  // Fixed at construction.
  private final Places places;
  private final String id;
  private final Report report;
  private final HttpClient client;

  // Only the scenario's thread.
  private volatile long startNanos = System.nanoTime();

  Trial(Places places, String name, Report report, HttpClient client) {
    this.places = places;
    this.id = name + "." + places.text("run");
    this.report = report;
    this.client = client;
  }

  Places places() {
    return places;
  }

  /** The client that all scenarios of a suite share. */
  HttpClient client() {
    return client;
  }

  /** What the server's record calls this run. */
  String id() {
    return id;
  }

  URI uri(String policy, String fault) {
    return places.uri("http", "http", policy, fault, id);
  }

  HttpRequest.Builder request(String policy, String fault) {
    return HttpRequest.newBuilder(uri(policy, fault));
  }

  HttpRequest get(String policy, String fault) {
    return request(policy, fault).build();
  }

  void put(String field, @Nullable Object value) {
    report.put(field, value);
  }

  /** Puts what has been waited so far. */
  void putElapsed(String field) {
    put(field, elapsedMillis());
  }

  /** What came before does not count. */
  void restartClock() {
    startNanos = System.nanoTime();
  }

  /** Rounded down: never more than really passed. */
  long elapsedMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }
}
