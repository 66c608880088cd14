package io.fusebox.jdbc;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Whoever wants to know what its thread connects. */
interface SocketUser {

  /**
   * A socket is about to be connected.
   *
   * @return why it is not to be; null if it may
   */
  @Nullable IOException connects(Socket socket, @Nullable SocketAddress to);
}
