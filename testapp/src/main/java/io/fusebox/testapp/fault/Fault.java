package io.fusebox.testapp.fault;

import java.io.IOException;

/** A named way to treat a request. Stateless. */
@FunctionalInterface
interface Fault {

  /** Answers, or does not; returns when the connection may take the next request. */
  void answer(Exchange exchange) throws IOException;
}
