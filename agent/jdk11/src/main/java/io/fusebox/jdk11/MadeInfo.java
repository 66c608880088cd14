package io.fusebox.jdk11;

import io.fusebox.policy.FallbackSettings;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/** The head of a response that a policy asked to make up. */
final class MadeInfo implements ResponseInfo, BiPredicate<String, String> {

  private final int status;
  private final HttpHeaders headers;

  MadeInfo(FallbackSettings settings) {
    this.status = settings.status();
    Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    if (!settings.isBodiless()) {
      int length = settings.body().getBytes(StandardCharsets.UTF_8).length;
      all.put("content-length", List.of(Integer.toString(length)));
    }
    for (Map.Entry<String, String> header : settings.headers().entrySet()) {
      all.put(header.getKey(), List.of(header.getValue()));
    }
    this.headers = HttpHeaders.of(all, this);
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
    return HttpClient.Version.HTTP_1_1;
  }

  /** Every header is wanted. */
  @Override
  public boolean test(String name, String value) {
    return true;
  }
}
