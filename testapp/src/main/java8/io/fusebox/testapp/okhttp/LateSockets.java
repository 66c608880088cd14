package io.fusebox.testapp.okhttp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Takes its time before it makes a socket. Stateless. */
final class LateSockets extends SocketFactory {

  private static final long MILLIS = 800;

  @Override
  public Socket createSocket() {
    OkClocks.sleep(MILLIS);
    return new Socket();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    throw new IOException("not asked for");
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    throw new IOException("not asked for");
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    throw new IOException("not asked for");
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    throw new IOException("not asked for");
  }
}
