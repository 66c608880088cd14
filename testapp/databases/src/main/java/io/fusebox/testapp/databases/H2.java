package io.fusebox.testapp.databases;

import io.fusebox.testapp.report.Places;

/** H2 in a JVM of its own, over TCP. */
final class H2 extends Database {

  H2(Places places) {
    super("h2", places);
  }

  @Override
  String url(String address) {
    return "jdbc:h2:tcp://" + address + "/mem:test";
  }

  @Override
  String user() {
    return "sa";
  }

  @Override
  String sleep(int millis) {
    return "select nap(" + millis + ")";
  }

  @Override
  String session() {
    return "select session_id()";
  }
}
