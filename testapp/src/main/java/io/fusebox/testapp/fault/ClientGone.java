package io.fusebox.testapp.fault;

import java.io.IOException;

/** The client closed the connection while a fault was going on. */
final class ClientGone extends IOException {

  private static final long serialVersionUID = 1;

  ClientGone() {
    super("the client closed the connection");
  }
}
