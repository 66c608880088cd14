package io.fusebox.testapp;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A forked JVM that is over.
 *
 * @param ended by itself; otherwise it was killed for taking too long
 * @param exitCode of the process
 * @param out all of its standard output
 * @param err all of its standard error
 */
public record Finished(boolean ended, int exitCode, String out, String err) {

  /** The lines {@code name=value} of standard output; of several with one name, the last. */
  public Map<String, String> values() {
    Map<String, String> values = new HashMap<>();
    out.lines()
        .filter(line -> line.indexOf('=') > 0)
        .forEach(
            line ->
                values.put(
                    line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
    return values;
  }

  /** The lines of standard error that hold {@code text}. */
  public List<String> said(String text) {
    Stream<String> lines = err.lines();
    return lines.filter(line -> line.contains(text)).toList();
  }
}
