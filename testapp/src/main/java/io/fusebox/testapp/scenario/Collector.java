package io.fusebox.testapp.scenario;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** An application's own subscriber: gathers a body's text. */
final class Collector implements Flow.Subscriber<List<ByteBuffer>> {

  // Written by one thread at a time; what reads it waits for the end.
  private final StringBuilder text = new StringBuilder();
  private final CompletableFuture<String> result = new CompletableFuture<>();

  static CompletableFuture<String> of(Flow.Publisher<List<ByteBuffer>> publisher) {
    Collector collector = new Collector();
    publisher.subscribe(collector);
    return collector.result;
  }

  String text() {
    return text.toString();
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> pieces) {
    pieces.forEach(piece -> text.append(StandardCharsets.UTF_8.decode(piece)));
  }

  @Override
  public void onError(Throwable error) {
    result.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    result.complete(text());
  }
}
