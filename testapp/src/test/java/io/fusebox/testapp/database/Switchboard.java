package io.fusebox.testapp.database;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Does for a program in a forked JVM what only the test can: a line there, a line back. So a hole
 * opens at a moment that the scenario says. Thread-safe.
 */
final class Switchboard implements Closeable {

  private final ServerSocket acceptor;
  private final DatabaseServer server;
  private final Relays relays;
  private final Set<Long> stopped = ConcurrentHashMap.newKeySet();

  private Switchboard(ServerSocket acceptor, DatabaseServer server, Relays relays) {
    this.acceptor = acceptor;
    this.server = server;
    this.relays = relays;
  }

  static Switchboard start(DatabaseServer server, Relays relays) throws IOException {
    ServerSocket acceptor = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Switchboard switchboard = new Switchboard(acceptor, server, relays);
    start("switchboard", switchboard::acceptAll);
    return switchboard;
  }

  int port() {
    return acceptor.getLocalPort();
  }

  /** What the program has stopped, and not let go on, goes on. */
  @Override
  public void close() throws IOException {
    acceptor.close();
    try {
      for (Long process : stopped) {
        server.resume(process);
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void acceptAll() {
    while (!acceptor.isClosed()) {
      try {
        Socket caller = acceptor.accept();
        start("switchboard-caller", () -> serve(caller));
      } catch (IOException e) {
        // Closed, or a caller that is gone: the next one counts.
      }
    }
  }

  private void serve(Socket caller) {
    try (Socket open = caller) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(open.getInputStream(), StandardCharsets.UTF_8));
      Writer out = new OutputStreamWriter(open.getOutputStream(), StandardCharsets.UTF_8);
      String line = in.readLine();
      out.write((line == null ? "error: nothing asked" : answer(line)) + "\n");
      out.flush();
    } catch (IOException e) {
      // The program is gone.
    }
  }

  private String answer(String line) {
    String[] words = line.split(" ", -1);
    try {
      return done(words[0], words[1], words.length > 2 ? Integer.parseInt(words[2]) : 0);
    } catch (Exception e) {
      return "error: " + e;
    }
  }

  private String done(String verb, String what, int millis) throws Exception {
    switch (verb) {
      case "running" -> {
        return Integer.toString(server.running(what));
      }
      case "hole" -> Later.run(millis, relays.of(what)::hole);
      case "pass" -> relays.of(what).pass();
      case "stop" -> {
        stopped.add(process(what));
        server.stop(process(what), millis);
      }
      case "resume" -> {
        server.resume(process(what));
        stopped.remove(process(what));
      }
      default -> throw new IllegalArgumentException("no " + verb);
    }
    return "ok";
  }

  private long process(String what) {
    return what.equals("main") ? server.process() : Long.parseLong(what);
  }
}
