package io.fusebox.okhttp;

import java.io.IOException;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Response;

/** Stands before the application's callback, which hears of its call once. */
final class GuardedCallback implements Callback {

  private final Operation operation;
  private final Callback application;

  GuardedCallback(Operation operation, Callback application) {
    this.operation = operation;
    this.application = application;
  }

  @Override
  public void onFailure(Call call, IOException failure) {
    if (operation.isDelivered(failure)) {
      application.onFailure(call, failure);
    }
  }

  @Override
  public void onResponse(Call call, Response response) throws IOException {
    application.onResponse(call, response);
  }
}
