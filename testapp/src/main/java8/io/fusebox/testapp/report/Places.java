package io.fusebox.testapp.report;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the program was told: {@code name=value} arguments, most of them ports. Immutable. */
public final class Places {

  private final Map<String, String> values = new LinkedHashMap<>();

  private Places(String[] args) {
    for (String arg : args) {
      int equals = arg.indexOf('=');
      values.put(arg.substring(0, equals), arg.substring(equals + 1));
    }
  }

  public static Places of(String[] args) {
    return new Places(args);
  }

  public String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("argument missing: " + name + "=...");
    }
    return value;
  }

  /**
   * An address of the server whose port the argument {@code place} gives.
   *
   * @param policy the first segment of the path: the policy that governs the call
   * @param fault what the server shall do, for example {@code drip?every=300}
   */
  public URI uri(String scheme, String place, String policy, String fault, String id) {
    String separator = fault.indexOf('?') < 0 ? "?" : "&";
    return URI.create(
        scheme
            + "://127.0.0.1:"
            + text(place)
            + "/"
            + policy
            + "/"
            + fault
            + separator
            + "id="
            + id);
  }
}
