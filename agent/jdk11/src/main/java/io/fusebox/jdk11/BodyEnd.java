package io.fusebox.jdk11;

import io.fusebox.engine.Outcome;

/** How a body can end. */
enum BodyEnd {
  COMPLETE(Outcome.ANSWERED),
  FAILED(Outcome.BROKEN),
  /** The application has its response, and wants no more of the body. */
  CLOSED(Outcome.ANSWERED),
  /** The application's code gave it up before it had a response, or failed. */
  CANCELLED(Outcome.ABANDONED);

  /** What that makes of its attempt. */
  final Outcome outcome;

  BodyEnd(Outcome outcome) {
    this.outcome = outcome;
  }
}
