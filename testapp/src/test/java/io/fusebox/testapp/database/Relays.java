package io.fusebox.testapp.database;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A relay for each scenario of a run, all to one server. */
final class Relays implements Closeable {

  private final Map<String, Relay> relays = new LinkedHashMap<>();

  private Relays() {}

  /** Starts them; one that is named for it refuses or keeps silent from the beginning. */
  static Relays to(int serverPort, Collection<String> names)
      throws IOException, InterruptedException {
    Relays started = new Relays();
    for (String name : names) {
      Relay relay = Relay.to(serverPort);
      started.relays.put(name, relay);
      if (name.equals("connect-silent")) {
        relay.hole();
      } else if (name.equals("connect-refused")) {
        relay.refuse();
      }
    }
    return started;
  }

  Relay of(String name) {
    Relay relay = relays.get(name);
    if (relay == null) {
      throw new IllegalArgumentException("no relay " + name);
    }
    return relay;
  }

  /** The arguments by which a program finds them. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    relays.forEach((name, relay) -> arguments.add("relay." + name + "=" + relay.port()));
    return arguments;
  }

  /** They still know then what was opened and closed. */
  @Override
  public void close() throws IOException {
    for (Relay relay : relays.values()) {
      relay.close();
    }
  }
}
