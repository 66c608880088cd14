package io.fusebox.testapp.databases;

import io.fusebox.testapp.report.Places;

/**
 * The main class of forked JVMs that talk to a server: {@code database=pg run=NAME control=PORT
 * direct=PORT server=shared relay.NAME=PORT ...}. A server of its own is one that it may stop. The
 * system property {@code scenarios} (a regular expression) picks some of them.
 */
public final class DatabaseScenarios {

  private DatabaseScenarios() {}

  /** Runs all that the database can do, and ends the process, whatever still hangs in it. */
  public static void main(String[] args) throws Exception {
    Places places = Places.of(args);
    if (places.text("database").equals("jtds")) {
      ConnectScenarios.startWithoutServer(new Suite(places, "jtds"), places);
    } else {
      Database database = Database.of(places);
      Suite suite = new Suite(places, database.prefix);
      warmUp(suite, database);
      if (places.text("server").equals("own")) {
        StoppedScenarios.start(suite, database);
      } else {
        start(suite, database, Integer.parseInt(places.text("rounds")));
      }
    }
    System.out.flush();
    System.exit(0);
  }

  /** The first call and the first cut of a JVM load hundreds of classes: not to be measured. */
  private static void warmUp(Suite suite, Database database) throws Exception {
    suite.start("warm-up", 10_000, trial -> StatementScenarios.warmUp(trial, database));
    suite.finish();
  }

  private static void start(Suite suite, Database database, int rounds) throws Exception {
    RaceScenarios.start(suite, database, rounds);
    ConnectScenarios.start(suite, database);
    StatementScenarios.start(suite, database);
    TransactionScenarios.start(suite, database);
    HoleScenarios.start(suite, database);
    PoolScenarios.start(suite, database);
    if (!database.prefix.equals("h2")) {
      CursorScenarios.start(suite, database);
    }
    if (database.prefix.equals("pg")) {
      PostgresScenarios.start(suite, database);
    }
    suite.finish();
  }
}
