package io.fusebox.testapp.databases;

import io.fusebox.testapp.report.Places;

/** PostgreSQL. */
final class Postgres extends Database {

  Postgres(Places places) {
    super("pg", places);
  }

  @Override
  String url(String address) {
    return "jdbc:postgresql://" + address + "/postgres";
  }

  @Override
  String user() {
    return "postgres";
  }

  @Override
  String sleep(int millis) {
    return "select pg_sleep(" + millis / 1000.0 + ")";
  }

  @Override
  String lateRow(int millis) {
    return "select g, case when g = 5 then nap("
        + millis
        + ") else 0 end"
        + " from generate_series(1, 6) g";
  }

  @Override
  String session() {
    return "select pg_backend_pid()";
  }
}
