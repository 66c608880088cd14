package io.fusebox.testapp.clients;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Calls one host through {@code java.net.http} and OkHttp in turn, a line for each: {@code
 * NAME=STATUS} or the exception's class. Arguments: addresses, each after the client's name.
 */
public final class TwoClients {

  private TwoClients() {}

  /** Makes the calls and ends. */
  public static void main(String[] args) throws InterruptedException {
    HttpClient jdk = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    OkHttpClient okHttp = new OkHttpClient();
    for (int i = 0; i < args.length; i += 2) {
      String outcome;
      try {
        outcome = args[i].equals("jdk") ? send(jdk, args[i + 1]) : execute(okHttp, args[i + 1]);
      } catch (IOException e) {
        outcome = e.getClass().getSimpleName();
      }
      System.out.println("call-" + i / 2 + "=" + outcome);
    }
    System.exit(0);
  }

  private static String send(HttpClient client, String address)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
    return Integer.toString(client.send(request, BodyHandlers.ofString()).statusCode());
  }

  private static String execute(OkHttpClient client, String address) throws IOException {
    Request request = new Request.Builder().url(address).build();
    try (Response response = client.newCall(request).execute()) {
      return Integer.toString(response.code());
    }
  }
}
