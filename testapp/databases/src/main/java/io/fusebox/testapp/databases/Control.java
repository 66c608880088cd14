package io.fusebox.testapp.databases;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks the test for what only it can do: a line there, a line back. Thread-safe. */
final class Control {

  private final int port;

  Control(int port) {
    this.port = port;
  }

  /** From now on nothing passes that relay, and what connects to it hears nothing. */
  void hole(String relay) throws IOException {
    ask("hole " + relay);
  }

  /** The same, after so many milliseconds. */
  void hole(String relay, int millis) throws IOException {
    ask("hole " + relay + " " + millis);
  }

  /** New connections pass that relay again; what hung in it goes on hanging. */
  void pass(String relay) throws IOException {
    ask("pass " + relay);
  }

  /** Stops a process of the server, after so many milliseconds, until {@link #resume}. */
  void stop(String process, int millis) throws IOException {
    ask("stop " + process + " " + millis);
  }

  void resume(String process) throws IOException {
    ask("resume " + process);
  }

  /** How many statements with that mark the server says that it runs. */
  int running(String mark) throws IOException {
    return Integer.parseInt(ask("running " + mark));
  }

  private String ask(String question) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      Writer out = new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8);
      out.write(question + "\n");
      out.flush();
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      String answer = in.readLine();
      if (answer == null || answer.startsWith("error")) {
        throw new IOException(question + ": " + answer);
      }
      return answer;
    }
  }
}
