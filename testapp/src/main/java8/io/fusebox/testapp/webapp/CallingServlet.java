package io.fusebox.testapp.webapp;

import io.fusebox.testapp.okhttp.OkCaller;
import java.io.IOException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * An application that calls through the OkHttp that it finds: {@code /call} with {@code way},
 * {@code method} and {@code address}. With {@code tidy} its client leaves no threads behind when it
 * goes; without, OkHttp's own stay for a minute.
 */
public final class CallingServlet extends HttpServlet {

  private static final ThreadLocal<Object> KEPT = new ThreadLocal<>();

  private final OkHttpClient client = new OkHttpClient();
  private final OkHttpClient tidy =
      new OkHttpClient.Builder()
          // Without timeouts none of its threads keeps watch.
          .connectTimeout(0, TimeUnit.MILLISECONDS)
          .readTimeout(0, TimeUnit.MILLISECONDS)
          .writeTimeout(0, TimeUnit.MILLISECONDS)
          .connectionPool(new ConnectionPool(0, 1, TimeUnit.MILLISECONDS))
          .build();

  /** Made by the container. */
  public CallingServlet() {}

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.getWriter().println(answer(request));
  }

  private String answer(HttpServletRequest request) {
    OkHttpClient chosen = request.getParameter("tidy") == null ? client : tidy;
    String address = request.getParameter("address");
    switch (request.getServletPath()) {
      case "/call":
        String way = request.getParameter("way");
        return OkCaller.call(chosen, way, request.getParameter("method"), address);
      case "/abandon":
        chosen
            .newCall(new Request.Builder().url(address).build())
            .enqueue(new Late(request.getParameter("name")));
        return "enqueued";
      case "/library":
        return OkHttpClient.class.getProtectionDomain().getCodeSource().getLocation().getPath();
      case "/leave":
        KEPT.set(this);
        return "left";
      default:
        return "no " + request.getServletPath();
    }
  }

  @Override
  public void destroy() {
    try {
      ((ThreadPoolExecutor) tidy.dispatcher().executorService())
          .setKeepAliveTime(1, TimeUnit.MILLISECONDS);
      LibraryThreads.endWhenIdle();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Says what became of a call that nobody waits for. */
  private static final class Late implements Callback {
    private final String name;

    Late(String name) {
      this.name = name;
      // What it uses is found now, and may not be when the application has gone.
      say("threw " + new IOException());
      say("awaits a " + Response.class.getSimpleName());
    }

    private void say(String outcome) {
      System.out.println(name + "=" + outcome);
    }

    @Override
    public void onFailure(Call call, IOException failure) {
      say("threw " + failure);
    }

    @Override
    public void onResponse(Call call, Response response) {
      say("returned " + response.code());
      response.close();
    }
  }
}
