package io.fusebox.testapp.databases;

import io.fusebox.testapp.report.Places;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * What differs between the servers. Each has a table {@code entries (id)} and a function {@code
 * nap(milliseconds)} that takes its time and returns 0. Immutable.
 */
abstract class Database {

  /** What the scenarios' names begin with. */
  final String prefix;

  private final Places places;

  Database(String prefix, Places places) {
    this.prefix = prefix;
    this.places = places;
  }

  /** That of the argument {@code database}: {@code pg}, {@code maria} or {@code h2}. */
  static Database of(Places places) {
    switch (places.text("database")) {
      case "pg":
        return new Postgres(places);
      case "maria":
        return new Maria(places);
      case "h2":
        return new H2(places);
      default:
        throw new IllegalArgumentException("no database " + places.text("database"));
    }
  }

  /** A URL of the server, through a relay: {@code jdbc:...://address}. */
  abstract String url(String address);

  abstract String user();

  /** A query of one row that takes so long. */
  abstract String sleep(int millis);

  /** A query of six rows, the fifth of which is late by that; where rows can come while read. */
  String lateRow(int millis) {
    throw new UnsupportedOperationException(prefix + " sends all rows at the end");
  }

  /** A query for the server's own id of the session. */
  abstract String session();

  /** With which the driver fetches row by row, or few at a time. */
  int fetchSize() {
    return 2;
  }

  /** An insert of one row, its id and a 0, that takes so long. */
  final String slowInsert(String id, int millis) {
    return "insert into entries (id) values (concat('" + id + "', nap(" + millis + ")))";
  }

  static String insert(String id) {
    return "insert into entries (id) values ('" + id + "')";
  }

  static String count(String id) {
    return "select count(*) from entries where id = '" + id + "'";
  }

  /** Where a relay is that the arguments name. */
  final String relayed(String relay) {
    return "127.0.0.1:" + places.text("relay." + relay);
  }

  final Connection connect(String relay) throws SQLException {
    return DriverManager.getConnection(url(relayed(relay)), user(), "");
  }

  /** Past all relays: no policy is about it. */
  final Connection connectDirectly() throws SQLException {
    return DriverManager.getConnection(url("127.0.0.1:" + places.text("direct")), user(), "");
  }
}
