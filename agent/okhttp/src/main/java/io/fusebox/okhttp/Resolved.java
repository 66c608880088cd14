package io.fusebox.okhttp;

import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Connection;
import okhttp3.Dispatcher;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okhttp3.internal.http2.ConnectionShutdownException;
import okhttp3.internal.http2.ErrorCode;
import okhttp3.internal.http2.StreamResetException;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;
import okio.Timeout;

/**
 * The types of OkHttp and Okio that our classes refer to, looked up once and for all. A container
 * stops an application's loader while calls of that application are still on their way, and from
 * then on it finds nothing any more, not even what it has loaded; what ours needs to end those
 * calls has to be known by then.
 */
final class Resolved {

  @SuppressWarnings("UnusedVariable") // To name them is what it takes.
  private static final Class<?>[] ALL = {
    Call.class,
    Callback.class,
    Connection.class,
    Dispatcher.class,
    FormBody.class,
    HttpUrl.class,
    Interceptor.class,
    Interceptor.Chain.class,
    MediaType.class,
    MultipartBody.class,
    MultipartBody.Part.class,
    OkHttpClient.class,
    Protocol.class,
    Request.class,
    Request.Builder.class,
    RequestBody.class,
    Response.class,
    Response.Builder.class,
    ResponseBody.class,
    ConnectionShutdownException.class,
    ErrorCode.class,
    StreamResetException.class,
    Buffer.class,
    BufferedSource.class,
    ForwardingSource.class,
    Okio.class,
    Source.class,
    Timeout.class
  };

  private Resolved() {}

  /** Looks them up, unless that was done. */
  static void now() {
    // By the initializer above.
  }
}
