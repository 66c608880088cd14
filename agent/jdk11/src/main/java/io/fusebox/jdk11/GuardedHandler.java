package io.fusebox.jdk11;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import org.jspecify.annotations.Nullable;

/**
 * The application's handler on its way through the client, and the label by which every place finds
 * the call that an exchange belongs to.
 */
final class GuardedHandler<T> implements BodyHandler<T> {

  final GuardedCall call;
  private final BodyHandler<T> application;

  GuardedHandler(GuardedCall call, BodyHandler<T> application) {
    this.call = call;
    this.application = application;
  }

  @Override
  public @Nullable BodySubscriber<T> apply(ResponseInfo info) {
    call.step(GuardedCall.HEAD, info);
    Exception cut = call.cutException();
    if (cut != null) {
      // The caller has its exception already: the application's handler is not run behind its back.
      return new RefusedBody<>(cut);
    }
    return call.guardBody(application.apply(info));
  }
}
