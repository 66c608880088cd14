package io.fusebox.testapp.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The file {@code jdbc.properties}: a policy for each scenario, named like it. There the name of a
 * relay in braces stands for its URL. Engines in the program's own JVM have a file of their own.
 */
final class DatabasePolicies {

  private static final Pattern RELAY = Pattern.compile("\\{([a-z-]+)\\}");
  private static final String TEXT = read("/jdbc.properties");
  private static final String EMBEDDED = read("/jdbc-embedded.properties");

  private DatabasePolicies() {}

  /** Which relays it names. */
  static Set<String> relays() {
    Set<String> names = new LinkedHashSet<>();
    RELAY.matcher(TEXT).results().forEach(found -> names.add(found.group(1)));
    return names;
  }

  /** With the ports of a run. */
  static String text(Driver driver, Relays relays) {
    if (driver.isEmbedded()) {
      return EMBEDDED.replace("{engine}", vendor(driver));
    }
    return RELAY.matcher(TEXT).replaceAll(found -> url(driver, relays, found));
  }

  private static String url(Driver driver, Relays relays, MatchResult found) {
    return "jdbc:" + vendor(driver) + "://127.0.0.1:" + relays.of(found.group(1)).port();
  }

  /** jTDS is one of several drivers for the same servers: a match names those. */
  private static String vendor(Driver driver) {
    return driver.scheme().equals("jtds") ? "sqlserver" : driver.scheme();
  }

  private static String read(String name) {
    try (InputStream in = DatabasePolicies.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
