package io.fusebox.testapp.fault;

import java.util.LinkedHashMap;
import java.util.Map;

/** A request target taken apart: the fault's name and its numbers. Immutable. */
final class Target {

  private final String fault;
  private final Map<String, String> params = new LinkedHashMap<>();

  private Target(String target) {
    String path = path(target);
    this.fault = path.substring(path.lastIndexOf('/') + 1);
    int question = target.indexOf('?');
    if (question >= 0) {
      for (String pair : target.substring(question + 1).split("&", -1)) {
        int equals = pair.indexOf('=');
        if (equals > 0) {
          params.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
      }
    }
  }

  static Target of(String target) {
    return new Target(target);
  }

  static String path(String target) {
    int question = target.indexOf('?');
    return question < 0 ? target : target.substring(0, question);
  }

  String fault() {
    return fault;
  }

  String text(String name, String otherwise) {
    return params.getOrDefault(name, otherwise);
  }

  int number(String name, int otherwise) {
    String text = params.get(name);
    return text == null ? otherwise : Integer.parseInt(text);
  }
}
