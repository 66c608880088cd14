package io.fusebox.jdk11;

import io.fusebox.weaving.Hook;
import io.fusebox.weaving.HookList;

/**
 * The places in {@code java.net.http} where a call of ours passes by. All have the same names and
 * descriptors from JDK 11 to 27.
 *
 * <p>{@code send} and {@code sendAsync} both come down to one private method that starts an
 * exchange and returns its future. The handler goes in guarded and the future comes out guarded;
 * what lies between, and how {@code send} turns outcomes into exceptions, stays the JDK's own code.
 * The other places only tell how far an exchange has come.
 */
public final class HttpHooks implements HookList {

  static final int SEND = 1;
  static final int SEND_FUTURE = 3;
  static final int SEND_ASYNC = 4;
  static final int SEND_ASYNC_FUTURE = 5;
  static final int BODY_SUBSCRIBER = 6;
  static final int EXCHANGE_STARTS = 7;
  static final int CONNECT_STARTS = 8;
  static final int HEAD_ARRIVED = 9;
  static final int TRY_STARTS = 10;
  static final int BODY_SENDING = 11;
  static final int REQUEST_SENT = 12;
  static final int HEADERS_LEAVE = 13;
  static final int STREAM_OPENS = 14;
  static final int SEND_AGAIN = 15;
  static final int CLIENT_CLOSES = 16;
  static final int UNPROCESSED = 17;

  private static final String HTTP = "jdk/internal/net/http/";
  private static final String CLIENT = HTTP + "HttpClientImpl";
  private static final String MULTI = HTTP + "MultiExchange";
  private static final String EXCHANGE = HTTP + "Exchange";
  private static final String EXCHANGE_IMPL = HTTP + "ExchangeImpl";
  private static final String HTTP1_REQUEST = HTTP + "Http1Request";
  private static final String STREAM = HTTP + "Stream";
  private static final String SUBSCRIBERS = HTTP + "ResponseSubscribers";

  private static final String REQUEST = "Ljava/net/http/HttpRequest;";
  private static final String HANDLER = "Ljava/net/http/HttpResponse$BodyHandler;";
  private static final String PUSH = "Ljava/net/http/HttpResponse$PushPromiseHandler;";
  private static final String EXECUTOR = "Ljava/util/concurrent/Executor;";
  private static final String FUTURE = "Ljava/util/concurrent/CompletableFuture;";

  private static final String SUBSCRIBER = "Ljava/net/http/HttpResponse$BodySubscriber;";

  private static final String START = "(" + REQUEST + HANDLER + PUSH + EXECUTOR + ")" + FUTURE;

  private static final String THROWABLE = "(Ljava/lang/Throwable;)";
  private static final String TEST = "(" + REQUEST + ")Z";

  private static final String FAILED = "getExceptionalCF";
  private static final String FAILURE = "(Ljava/lang/Throwable;L" + EXCHANGE_IMPL + ";)" + FUTURE;
  private static final String ELIGIBLE = "checkRetryEligible";
  private static final String FAILURE_26 =
      "(Ljava/lang/Throwable;L" + EXCHANGE + ";)L" + MULTI + "$RetryContext;";
  private static final String NOT_PROCESSED = "isUnprocessedByPeer";

  private static final String READ = "timeout.read up to the head";

  /** Made by name. */
  public HttpHooks() {}

  @Override
  public Hook[] required() {
    Hook send =
        Hook.parameter(
            SEND, CLIENT, "send", "(" + REQUEST + HANDLER + ")Ljava/net/http/HttpResponse;", 1, 0);
    Hook sendAsync =
        Hook.parameter(
            SEND_ASYNC, CLIENT, "sendAsync", "(" + REQUEST + HANDLER + PUSH + ")" + FUTURE, 1, 0);
    return new Hook[] {
      send,
      send.innerResult(SEND_FUTURE, "sendAsync", START),
      sendAsync,
      sendAsync.innerResult(SEND_ASYNC_FUTURE, "sendAsync", START),
      // Before them nothing of a request has left: whether it may be sent again hangs on them.
      Hook.mark(HEADERS_LEAVE, HTTP1_REQUEST, "headers", "()Ljava/util/List;"),
      Hook.call(STREAM_OPENS, EXCHANGE, EXCHANGE_IMPL, "sendHeadersAsync", "()" + FUTURE),
      Hook.parameter(EXCHANGE_STARTS, MULTI, "responseAsync", "(" + EXECUTOR + ")" + FUTURE, 0, -1)
    };
  }

  @Override
  public Hook[] optional() {
    String executor = "(" + EXECUTOR + ")" + FUTURE;
    String head = "(L" + HTTP + "Response;)L" + HTTP + "HttpRequestImpl;";
    return new Hook[] {
      Hook.mark(CONNECT_STARTS, MULTI, "remainingConnectTimeout", "()Ljava/util/Optional;")
          .serving("timeout.connect"),
      Hook.mark(HEAD_ARRIVED, MULTI, "responseFilters", head).serving(READ),
      Hook.mark(TRY_STARTS, EXCHANGE, "responseAsync", "()" + FUTURE)
          .serving("retries, the breaker and " + READ),
      // Where the exchange uses what implements its protocol: once for all protocols.
      Hook.call(BODY_SENDING, EXCHANGE, EXCHANGE_IMPL, "sendBodyAsync", "()" + FUTURE)
          .serving(READ),
      Hook.call(REQUEST_SENT, EXCHANGE, EXCHANGE_IMPL, "getResponseAsync", executor).serving(READ),
      Hook.call(REQUEST_SENT, EXCHANGE, STREAM, "getResponseAsync", executor).serving(READ),
      // Under two names: up to 25, and from 26 on.
      Hook.innerTest(SEND_AGAIN, MULTI, FAILED, THROWABLE + FUTURE, MULTI, "canRetryRequest", TEST),
      Hook.innerTest(SEND_AGAIN, MULTI, FAILED, FAILURE, MULTI, "canRetryRequest", TEST),
      Hook.innerTest(SEND_AGAIN, MULTI, ELIGIBLE, FAILURE_26, MULTI, "isHttpMethodRetriable", TEST),
      // Where the client knows what was not processed.
      Hook.innerTest(UNPROCESSED, MULTI, FAILED, FAILURE, EXCHANGE_IMPL, NOT_PROCESSED, "()Z"),
      Hook.innerTest(UNPROCESSED, MULTI, ELIGIBLE, FAILURE_26, EXCHANGE, NOT_PROCESSED, "()Z"),
      // From 21 on a client can be closed.
      Hook.mark(CLIENT_CLOSES, CLIENT, "shutdown", "()V"),
      Hook.mark(CLIENT_CLOSES, CLIENT, "shutdownNow", "()V"),
      // Both save a change of thread for each body, on those that would make one: for no feature.
      Hook.parameter(
          BODY_SUBSCRIBER,
          SUBSCRIBERS,
          "getBodyAsync",
          "(" + EXECUTOR + SUBSCRIBER + ")Ljava/util/concurrent/CompletionStage;",
          1,
          -1),
      Hook.parameter(
          BODY_SUBSCRIBER,
          SUBSCRIBERS,
          "getBodyAsync",
          "(" + EXECUTOR + SUBSCRIBER + FUTURE + "Ljava/util/function/Consumer;)" + FUTURE,
          1,
          -1)
    };
  }
}
