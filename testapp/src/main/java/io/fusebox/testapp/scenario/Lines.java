package io.fusebox.testapp.scenario;

import java.util.concurrent.Flow;

/** An application's own subscriber of lines. */
final class Lines implements Flow.Subscriber<String> {

  // Written by one thread at a time; what reads it waits for the end.
  private final StringBuilder text = new StringBuilder();

  String text() {
    return text.toString();
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(String line) {
    text.append(line);
  }

  @Override
  public void onError(Throwable error) {
    text.append(" failed");
  }

  @Override
  public void onComplete() {
    text.append(" complete");
  }
}
