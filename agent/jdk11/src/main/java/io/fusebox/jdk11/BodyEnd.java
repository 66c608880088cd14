package io.fusebox.jdk11;

import io.fusebox.engine.Outcome;

/** How a body can end. */
enum BodyEnd {
  COMPLETE(Outcome.ANSWERED),
  FAILED(Outcome.BROKEN),
  /** The application wants no more of it. */
  CANCELLED(Outcome.ABANDONED);

  /** What that makes of its attempt. */
  final Outcome outcome;

  BodyEnd(Outcome outcome) {
    this.outcome = outcome;
  }
}
