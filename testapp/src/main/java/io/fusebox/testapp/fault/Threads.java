package io.fusebox.testapp.fault;

/** Daemon threads for servers. */
final class Threads {

  private Threads() {}

  static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
