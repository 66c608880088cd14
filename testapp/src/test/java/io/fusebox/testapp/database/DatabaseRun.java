package io.fusebox.testapp.database;

import io.fusebox.testapp.Finished;
import java.util.Map;

/**
 * All scenarios of a driver in one forked JVM.
 *
 * @param name what its marks end with
 * @param jvm where it ran
 * @param finished the process
 * @param values the lines of all outcomes
 * @param relays what stood between the program and its server
 */
record DatabaseRun(
    String name, DatabaseJvm jvm, Finished finished, Map<String, String> values, Relays relays) {

  /** How that scenario went. */
  DatabaseOutcome of(String scenario) {
    return new DatabaseOutcome(this, scenario);
  }
}
