package io.fusebox.jdk11;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What a further attempt of a call needs, taken from its first exchange. Holds what the application
 * holds of its client, so that one that it has dropped can still send.
 */
final class Again {

  // The client's own kinds that give the same bytes each time. Its others read a stream, or an
  // Iterable or publisher of the application's, which may be used up: an EMPTY body would arrive.
  private static final String PUBLISHERS = "jdk.internal.net.http.RequestPublishers$";
  private static final String[] REPEATABLE = {
    "EmptyPublisher", "ByteArrayPublisher", "StringPublisher", "FilePublisher"
  };

  // Fixed at construction.
  final HttpRequest request;
  final Object client;
  private final @Nullable Object facade;
  private final @Nullable Executor executor;
  private final boolean repeatable;
  private final @Nullable AccessControlContext rights;

  private Again(
      HttpRequest request,
      Object client,
      @Nullable Object facade,
      @Nullable Executor executor,
      boolean repeatable) {
    this.request = request;
    this.client = client;
    this.facade = facade;
    this.executor = executor;
    this.repeatable = repeatable;
    this.rights = System.getSecurityManager() == null ? null : AccessController.getContext();
  }

  /**
   * Takes it.
   *
   * @param executor what the client was given to start the exchange on; null for {@code send}
   * @param repeatableBody {@link #isRepeatable(HttpRequest)} of what the client sends
   */
  static Again of(Object multiExchange, @Nullable Executor executor, boolean repeatableBody)
      throws Throwable {
    HttpRequest request = Internals.requestOfMulti(multiExchange);
    Object client = Internals.clientOfMulti(multiExchange);
    // A push handler may have taken pushed responses of the first attempt: they would come twice.
    boolean repeatable = repeatableBody && !Internals.takesPushes(multiExchange);
    return new Again(request, client, Internals.facadeOf(client), executor, repeatable);
  }

  /** Whether the request can be sent again, and the same bytes arrive. */
  boolean isRepeatable() {
    return repeatable;
  }

  /** Whether this is the client's. */
  boolean isOf(@Nullable Object other) {
    return client == other;
  }

  /** Starts an exchange; throws what the client throws. */
  <T> CompletableFuture<HttpResponse<T>> start(Attempt<T> attempt) throws Throwable {
    return rights == null ? send(attempt) : sendWith(rights, attempt);
  }

  private <T> CompletableFuture<HttpResponse<T>> send(Attempt<T> attempt) throws Throwable {
    return Internals.sendAsync(client, request, attempt, executor);
  }

  /** With the rights that the application's caller had, and no more. */
  private <T> CompletableFuture<HttpResponse<T>> sendWith(
      AccessControlContext context, Attempt<T> attempt) throws Throwable {
    try {
      return AccessController.doPrivileged(
          new PrivilegedExceptionAction<CompletableFuture<HttpResponse<T>>>() {
            @Override
            public CompletableFuture<HttpResponse<T>> run() throws Exception {
              try {
                return send(attempt);
              } catch (Exception | Error e) {
                throw e;
              } catch (Throwable e) {
                throw new IllegalStateException(e);
              }
            }
          },
          context);
    } catch (PrivilegedActionException e) {
      throw e.getException();
    }
  }

  /** Whether the same bytes come each time that a request is sent. */
  static boolean isRepeatable(HttpRequest request) {
    Optional<BodyPublisher> body = request.bodyPublisher();
    if (!body.isPresent()) {
      return true;
    }
    String kind = body.get().getClass().getName();
    for (String known : REPEATABLE) {
      if (kind.length() == PUBLISHERS.length() + known.length()
          && kind.startsWith(PUBLISHERS)
          && kind.endsWith(known)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return "client " + facade;
  }
}
