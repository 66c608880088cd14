package io.fusebox.testapp.databases;

import io.fusebox.testapp.report.Places;

/** MariaDB, through its own driver or through MySQL's: {@code scheme=mariadb} or {@code mysql}. */
final class Maria extends Database {

  private final String scheme;

  Maria(Places places) {
    super("maria", places);
    this.scheme = places.text("scheme");
  }

  @Override
  String url(String address) {
    // MySQL's driver insists on TLS or on such an option where it finds a server new enough.
    String options = scheme.equals("mysql") ? "?sslMode=DISABLED" : "";
    return "jdbc:" + scheme + "://" + address + "/test" + options;
  }

  @Override
  String user() {
    return "root";
  }

  @Override
  String sleep(int millis) {
    return "select sleep(" + millis / 1000.0 + ")";
  }

  /** Rows that are larger than what the server gathers before it sends. */
  @Override
  String lateRow(int millis) {
    return "select seq, if(seq = 5, nap(" + millis + "), 0), repeat('x', 40000) from seq_1_to_6";
  }

  @Override
  String session() {
    return "select connection_id()";
  }

  @Override
  int fetchSize() {
    return scheme.equals("mysql") ? Integer.MIN_VALUE : 1;
  }
}
