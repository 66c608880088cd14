package io.fusebox.testapp.database;

import io.fusebox.testapp.ForkedJvm;
import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.Jdks;
import java.util.List;
import java.util.stream.Stream;

/**
 * A JDK with one of the drivers.
 *
 * @param jdk on which the program runs
 * @param driver which it uses
 */
record DatabaseJvm(Jdk jdk, Driver driver) {

  private static final boolean EVERYTHING = "all".equals(System.getenv("TESTAPP_DATABASES"));
  private static final List<String> NEWEST = List.of("pg-42.7", "maria-3.5", "mysql-9.7", "h2-2.3");

  /** Every pair that goes together. */
  static Stream<DatabaseJvm> all() {
    return Jdks.all()
        .flatMap(jdk -> Driver.ALL.stream().map(driver -> new DatabaseJvm(jdk, driver)))
        .filter(jvm -> jvm.jdk.feature() >= jvm.driver.feature())
        .filter(DatabaseJvm::isWorthItsTime);
  }

  /** All JDKs and drivers where they are asked for; else the newest drivers on one. */
  private boolean isWorthItsTime() {
    boolean old = driver.hasServer() && !NEWEST.contains(driver.id());
    return EVERYTHING || (jdk.equals(chosen()) && !old);
  }

  /** Each driver once: what it does alone depends on no JDK. */
  static Stream<DatabaseJvm> plain() {
    return Driver.ALL.stream().map(driver -> new DatabaseJvm(chosen(), driver));
  }

  /** Java 17 if it is there. */
  private static Jdk chosen() {
    List<Jdk> jdks = Jdks.withHttpClient().toList();
    return jdks.stream().filter(one -> one.feature() == 17).findFirst().orElse(jdks.get(0));
  }

  /** Of these, what has a server to talk to. */
  static Stream<DatabaseJvm> plainServers() {
    return plain().filter(jvm -> jvm.driver.hasServer());
  }

  /** And what can at least connect. */
  static Stream<DatabaseJvm> plainConnects() {
    return plain().filter(jvm -> !jvm.driver.isEmbedded());
  }

  static Stream<DatabaseJvm> plainEmbedded() {
    return plain().filter(jvm -> jvm.driver.isEmbedded());
  }

  static Stream<DatabaseJvm> plainPostgres() {
    return plain().filter(jvm -> jvm.isOf("pg"));
  }

  /** What gives the first rows to the application while others are still to come. */
  static Stream<DatabaseJvm> plainStreams() {
    return plain().filter(jvm -> jvm.isOf("pg") || jvm.isOf("maria"));
  }

  /** Of each kind of server, and of its drivers, the newest. */
  static Stream<DatabaseJvm> plainStopped() {
    return plain().filter(jvm -> NEWEST.contains(jvm.driver.id()));
  }

  static Stream<DatabaseJvm> servers() {
    return all().filter(jvm -> jvm.driver.hasServer());
  }

  static Stream<DatabaseJvm> connects() {
    return all().filter(jvm -> !jvm.driver.isEmbedded());
  }

  static Stream<DatabaseJvm> embedded() {
    return all().filter(jvm -> jvm.driver.isEmbedded());
  }

  static Stream<DatabaseJvm> postgres() {
    return all().filter(jvm -> jvm.isOf("pg"));
  }

  static Stream<DatabaseJvm> streams() {
    return all().filter(jvm -> jvm.isOf("pg") || jvm.isOf("maria"));
  }

  static Stream<DatabaseJvm> stopped() {
    return all().filter(jvm -> NEWEST.contains(jvm.driver.id()));
  }

  /** Whether it talks to such a server. */
  boolean isOf(String database) {
    return driver.database().equals(database);
  }

  ForkedJvm start() {
    return driver.on(ForkedJvm.on(jdk), jdk.feature());
  }

  /** As it can stand in a mark. */
  String id() {
    return jdk.feature() + "x" + driver.id();
  }

  @Override
  public String toString() {
    return driver + " on " + jdk;
  }
}
