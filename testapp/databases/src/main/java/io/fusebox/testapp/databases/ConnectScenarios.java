package io.fusebox.testapp.databases;

import io.fusebox.testapp.report.Places;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Connections that do not come about. */
final class ConnectScenarios {

  private static final long BOUND = 9000;
  private static final long HUNG = 3000;

  private ConnectScenarios() {}

  static void start(Suite suite, Database database) throws InterruptedException {
    suite.start("connect-silent", HUNG, trial -> connect(trial, database));
    suite.start("connect-refused", BOUND, trial -> connect(trial, database));
  }

  private static void connect(Trial trial, Database database) {
    trial.measure(() -> closed(database.connect(trial.relay())));
  }

  /** With a driver whose server none of us has. */
  static void startWithoutServer(Suite suite, Places places) throws InterruptedException {
    String url = "jdbc:jtds:sqlserver://127.0.0.1:";
    String[] names = {"warm-up", "connect-silent", "connect-refused"};
    for (String name : names) {
      String relay = name.equals("warm-up") ? "connect-refused" : name;
      suite.start(
          name,
          name.equals("connect-silent") ? HUNG : BOUND,
          trial ->
              trial.measure(
                  () ->
                      closed(
                          DriverManager.getConnection(
                              url + places.text("relay." + relay) + "/test", "sa", ""))));
      if (name.equals("warm-up")) {
        suite.finish();
      }
    }
    suite.finish();
  }

  private static String closed(Connection connection) throws SQLException {
    connection.close();
    return "connected";
  }
}
