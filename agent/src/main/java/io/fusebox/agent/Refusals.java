package io.fusebox.agent;

import java.io.IOException;

/**
 * Names the refusal that lives beside the gate, so it must be loaded only after that is there: by a
 * static call, at its time.
 */
final class Refusals {

  private Refusals() {}

  static IOException of(String message) {
    return new FuseboxRejectedException(message);
  }
}
