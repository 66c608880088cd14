package io.fusebox.okhttp;

import java.io.IOException;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Response;

/**
 * Stands before the application's callback for one attempt: the application hears of its own call,
 * once.
 */
final class GuardedCallback implements Callback {

  private final Operation operation;
  private final Attempt attempt;

  GuardedCallback(Operation operation, Attempt attempt) {
    this.operation = operation;
    this.attempt = attempt;
  }

  @Override
  public void onFailure(Call call, IOException failure) {
    operation.fails(attempt, failure);
  }

  @Override
  public void onResponse(Call call, Response response) throws IOException {
    operation.answers(attempt, response);
  }
}
