package io.fusebox.testapp.database;

import java.io.IOException;
import java.sql.SQLException;

/** A real server, started for the run of the tests, that can be asked what it does. Thread-safe. */
interface DatabaseServer {

  /** On the loopback address. */
  int port();

  /** How many statements with that text run in it at the moment. */
  int running(String mark) throws SQLException;

  /** Whether that process of the machine is one of its own. */
  boolean has(long process);

  /** Its main process. */
  long process();

  /** Stops a process of its, after so many milliseconds. */
  default void stop(long process, int millis) {
    if (!has(process)) {
      throw new IllegalArgumentException("no process of this server: " + process);
    }
    Later.run(millis, () -> Processes.stop(process));
  }

  default void resume(long process) throws IOException, InterruptedException {
    Processes.resume(process);
  }
}
