package io.fusebox.bench.app;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * An HTTP/1.1 server of one thread: answers each GET with two bytes and keeps the connection;
 * closes it after one for {@code /bye}; never answers one for {@code /hang}. Prints its port; ends
 * when its standard input does.
 */
public final class LoopbackServer {

  private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] HANG = "GET /hang".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] BYE = "GET /bye".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ANSWER = answer("Content-Type: text/plain");
  private static final byte[] LAST_ANSWER = answer("Connection: close");

  private final Selector selector = Selector.open();

  private LoopbackServer() throws IOException {}

  private static byte[] answer(String header) {
    return ("HTTP/1.1 200 OK\r\n" + header + "\r\nContent-Length: 2\r\n\r\nok")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Serves. */
  public static void main(String[] args) throws IOException {
    Thread serving = new Thread(LoopbackServer::serve, "server");
    serving.setDaemon(true);
    serving.start();
    while (System.in.read() >= 0) {
      // Nothing is said there: what counts is its end.
    }
  }

  private static void serve() {
    try {
      new LoopbackServer().run();
    } catch (IOException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private void run() throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 2_000);
    server.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
    System.out.println(server.socket().getLocalPort());
    System.out.flush();
    while (true) {
      selector.select();
      for (SelectionKey key : selector.selectedKeys()) {
        if (key.isAcceptable()) {
          accept(server);
        } else {
          read(key);
        }
      }
      selector.selectedKeys().clear();
    }
  }

  private void accept(ServerSocketChannel server) throws IOException {
    SocketChannel channel = server.accept();
    if (channel != null) {
      channel.socket().setTcpNoDelay(true);
      channel
          .configureBlocking(false)
          .register(selector, SelectionKey.OP_READ, ByteBuffer.allocateDirect(4096));
    }
  }

  private void read(SelectionKey key) throws IOException {
    SocketChannel channel = (SocketChannel) key.channel();
    ByteBuffer request = (ByteBuffer) key.attachment();
    try {
      if (channel.read(request) < 0) {
        channel.close();
      } else if (holds(request, request.position() - END.length, END)) {
        answer(channel, request);
        request.clear();
      }
    } catch (IOException e) {
      // The client was cut and its connection is gone: that is what some of them are for.
      channel.close();
    }
  }

  private static void answer(SocketChannel channel, ByteBuffer request) throws IOException {
    if (holds(request, 0, BYE)) {
      channel.write(ByteBuffer.wrap(LAST_ANSWER));
      channel.close();
    } else if (!holds(request, 0, HANG)) {
      channel.write(ByteBuffer.wrap(ANSWER));
    }
  }

  private static boolean holds(ByteBuffer buffer, int at, byte[] what) {
    if (at < 0 || buffer.position() < at + what.length) {
      return false;
    }
    for (int i = 0; i < what.length; i++) {
      if (buffer.get(at + i) != what[i]) {
        return false;
      }
    }
    return true;
  }
}
