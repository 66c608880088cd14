package io.fusebox.testapp.database;

import io.fusebox.testapp.ForkedJvm;
import java.nio.file.Path;
import java.util.List;

/**
 * A driver that is tried, and the server that it talks to.
 *
 * @param library its directory
 * @param database the kind of server; what the names of its scenarios begin with
 * @param scheme what its URLs begin with after {@code jdbc:}
 * @param feature the oldest Java that it runs on
 */
record Driver(String library, String database, String scheme, int feature) {

  /** The kind of those that bring their own engine. */
  static final String EMBEDDED = "embedded";

  /** Where programs and drivers are. */
  static final Path TARGET = Path.of(System.getProperty("fusebox.databases"));

  static final List<Driver> ALL =
      List.of(
          new Driver("pg-42.7", "pg", "postgresql", 8),
          new Driver("pg-42.2", "pg", "postgresql", 8),
          new Driver("maria-3.5", "maria", "mariadb", 8),
          new Driver("maria-2.7", "maria", "mariadb", 8),
          new Driver("mysql-9.7", "maria", "mysql", 8),
          new Driver("mysql-8.4", "maria", "mysql", 8),
          new Driver("h2-2.3", "h2", "h2", 11),
          new Driver("h2-1.4", "h2", "h2", 8),
          new Driver("jtds-1.3", "jtds", "jtds", 8),
          new Driver("h2-2.3", EMBEDDED, "h2", 11),
          new Driver("hsqldb-2.7", EMBEDDED, "hsqldb", 11),
          new Driver("derby-10.14", EMBEDDED, "derby", 8),
          new Driver("sqlite-3.54", EMBEDDED, "sqlite", 8));

  /** The one that the program talks to; what has none of its own gets any, behind its relays. */
  DatabaseServer server() {
    return switch (database) {
      case "maria" -> MariaServer.shared();
      case "h2" -> H2Server.shared(library);
      default -> PostgresServer.shared();
    };
  }

  /** One that a program may stop; it ends with the JVM of the tests. */
  DatabaseServer ownServer() {
    return switch (database) {
      case "maria" -> MariaServer.start();
      case "h2" -> H2Server.start(library);
      default -> PostgresServer.start();
    };
  }

  /** With the classes of the program, the driver, and the pool that goes with that Java. */
  ForkedJvm on(ForkedJvm jvm, int jdk) {
    Path libraries = TARGET.resolve("libraries");
    return jvm.classes(TARGET.resolve("classes"))
        .libraries(libraries.resolve(library))
        .libraries(libraries.resolve(jdk >= 11 ? "hikari-7.1" : "hikari-4.0"))
        .option("-Dhsqldb.method_class_names=io.fusebox.testapp.databases.*")
        .option("-Dderby.stream.error.file=/dev/null");
  }

  /** The program that talks through it. */
  String main() {
    String name = isEmbedded() ? "EmbeddedScenarios" : "DatabaseScenarios";
    return "io.fusebox.testapp.databases." + name;
  }

  boolean isEmbedded() {
    return database.equals(EMBEDDED);
  }

  /** Whether there is a server for it. */
  boolean hasServer() {
    return !isEmbedded() && !database.equals("jtds");
  }

  /** As it can stand in a mark. */
  String id() {
    return isEmbedded() ? library + "-" + database : library;
  }

  @Override
  public String toString() {
    return isEmbedded() ? library + " " + database : library;
  }
}
