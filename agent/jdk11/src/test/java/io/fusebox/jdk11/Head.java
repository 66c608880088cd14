package io.fusebox.jdk11;

import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.List;
import java.util.Map;

/** A response's head, as a client would show it. */
final class Head implements ResponseInfo {

  private final int status;
  private final HttpHeaders headers;
  private final HttpClient.Version version;

  Head(int status, String header, String value, HttpClient.Version version) {
    this.status = status;
    this.headers = HttpHeaders.of(Map.of(header, List.of(value)), (name, text) -> true);
    this.version = version;
  }

  /** One that says busy, and nothing else that matters. */
  static Head busy() {
    return new Head(503, "Retry-After", "1", HttpClient.Version.HTTP_1_1);
  }

  @Override
  public int statusCode() {
    return status;
  }

  @Override
  public HttpHeaders headers() {
    return headers;
  }

  @Override
  public HttpClient.Version version() {
    return version;
  }
}
