package io.fusebox.testapp.scenario;

import org.jspecify.annotations.Nullable;

/** Something an application does with its client. */
@FunctionalInterface
interface Scenario {

  /**
   * Does it.
   *
   * @return what came back; its text is reported
   * @throws Exception what the client threw; reported
   */
  @Nullable Object run(Trial trial) throws Exception;
}
