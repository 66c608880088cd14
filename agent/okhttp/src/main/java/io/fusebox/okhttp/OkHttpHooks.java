package io.fusebox.okhttp;

import io.fusebox.weaving.Hook;
import io.fusebox.weaving.HookList;

/**
 * The places in OkHttp where a call of ours passes by. All have kept their names from 3.12 to 5.x,
 * but for the package of the call and for what makes connections since 5.0.
 *
 * <p>Interceptors of ours stand before the application's own and before those of the network. They
 * are put into the list that a call makes for itself and not into the client's, so neither the
 * application nor a client derived from its client ever sees them.
 */
public final class OkHttpHooks implements HookList {

  static final int INTERCEPTORS = 100;
  static final int NETWORK_INTERCEPTORS = 101;
  static final int ENQUEUE = 102;
  static final int CONNECTION_WANTED = 103;
  static final int IS_OF_TODAY = 104;
  static final int CONNECT_STARTS = 105;
  static final int TCP_STARTS = 106;
  static final int TLS_STARTS = 107;
  static final int REQUEST_SENT = 108;
  static final int MAY_RECOVER = 109;
  static final int IS_CANCELLED = 110;
  static final int MAY_FOLLOW = 111;
  static final int CANCELS = 112;
  static final int IS_USED = 113;
  static final int CANCELS_ALL = 114;

  private static final String CLIENT = "okhttp3/OkHttpClient";
  private static final String CONNECTION = "okhttp3/internal/connection/";
  private static final String HTTP = "okhttp3/internal/http/";
  private static final String CHAIN = "getResponseWithInterceptorChain";
  private static final String RESPONSE = "()Lokhttp3/Response;";
  private static final String LIST = "()Ljava/util/List;";
  private static final String RESENDS = "the control of OkHttp's own resends";
  private static final String PLANNED =
      "()Lokhttp3/internal/connection/RoutePlanner$ConnectResult;";

  /** Made by name. */
  public OkHttpHooks() {}

  @Override
  public Hook[] required() {
    String old = "okhttp3/RealCall";
    String call = CONNECTION + "RealCall";
    String enqueue = "(Lokhttp3/Callback;)V";
    return new Hook[] {
      // Up to 3.11 a call has no timeout, and a chain none that can be set.
      Hook.mark(IS_OF_TODAY, old, "timeout", "()Lokio/Timeout;")
          .serving("versions before 3.12 are not covered"),
      Hook.result(INTERCEPTORS, old, CHAIN, RESPONSE, CLIENT, "interceptors", LIST),
      Hook.result(NETWORK_INTERCEPTORS, old, CHAIN, RESPONSE, CLIENT, "networkInterceptors", LIST),
      Hook.parameter(ENQUEUE, old, "enqueue", enqueue, 0, -1),
      Hook.result(INTERCEPTORS, call, CHAIN, RESPONSE, CLIENT, "interceptors", LIST),
      Hook.result(NETWORK_INTERCEPTORS, call, CHAIN, RESPONSE, CLIENT, "networkInterceptors", LIST),
      Hook.parameter(ENQUEUE, call, "enqueue", enqueue, 0, -1),
      Hook.parameter(
          CONNECTION_WANTED,
          CONNECTION + "ConnectInterceptor",
          "intercept",
          "(Lokhttp3/Interceptor$Chain;)Lokhttp3/Response;",
          0,
          -1)
    };
  }

  @Override
  public Hook[] optional() {
    String sends = HTTP + "CallServerInterceptor";
    String follows = HTTP + "RetryAndFollowUpInterceptor";
    return new Hook[] {
      Hook.mark(CANCELS, "okhttp3/RealCall", "cancel", "()V"),
      Hook.mark(CANCELS, CONNECTION + "RealCall", "cancel", "()V").serving("retries"),
      // A call that waits for its next attempt is in no queue of it.
      Hook.mark(CANCELS_ALL, "okhttp3/Dispatcher", "cancelAll", "()V").serving("retries"),
      // Up to 4.x; since 5.0 a connection is planned, and the plan is what connects.
      Hook.mark(
          CONNECT_STARTS,
          CONNECTION + "RealConnection",
          "connect",
          "(IIIIZLokhttp3/Call;Lokhttp3/EventListener;)V"),
      Hook.mark(TCP_STARTS, CONNECTION + "ConnectPlan", "connectTcp", PLANNED)
          .serving("timeout.connect"),
      Hook.mark(TLS_STARTS, CONNECTION + "ConnectPlan", "connectTlsEtc", PLANNED)
          .serving("timeout.connect"),
      // In 3.13 and 3.14; others see by themselves that a connection is closed.
      Hook.mark(
          IS_USED,
          CONNECTION + "RealConnection",
          "newCodec",
          "(Lokhttp3/OkHttpClient;Lokhttp3/Interceptor$Chain;)Lokhttp3/internal/http/ExchangeCodec;"),
      // In 3.12 and since 3.13.
      Hook.call(REQUEST_SENT, sends, HTTP + "HttpCodec", "finishRequest", "()V"),
      Hook.call(REQUEST_SENT, sends, CONNECTION + "Exchange", "finishRequest", "()V"),
      // Where OkHttp decides to send again by itself.
      Hook.innerTest(
              MAY_RECOVER,
              follows,
              "intercept",
              "(Lokhttp3/Interceptor$Chain;)Lokhttp3/Response;",
              follows,
              "recover",
              "(Ljava/io/IOException;*Z")
          .serving(RESENDS),
      Hook.result(
              MAY_FOLLOW,
              follows,
              "intercept",
              "(Lokhttp3/Interceptor$Chain;)Lokhttp3/Response;",
              follows,
              "followUpRequest",
              "(Lokhttp3/Response;*Lokhttp3/Request;")
          .serving(RESENDS),
      // What was cancelled by us may have been answered by a fallback since.
      Hook.innerTest(
          IS_CANCELLED, "okhttp3/RealCall", CHAIN, RESPONSE, follows, "isCanceled", "()Z"),
      Hook.innerTest(
          IS_CANCELLED,
          "okhttp3/RealCall",
          CHAIN,
          RESPONSE,
          CONNECTION + "Transmitter",
          "isCanceled",
          "()Z"),
      Hook.innerTest(
              IS_CANCELLED,
              CONNECTION + "RealCall",
              CHAIN,
              RESPONSE,
              CONNECTION + "RealCall",
              "isCanceled",
              "()Z")
          .serving("fallback.on = timeout")
    };
  }
}
