package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/**
 * What is known of one host name or suffix: a tree of paths for any port, and one for each port
 * named. Filled by one thread, then only read; reading allocates nothing.
 */
final class HostEntry {

  // Fixed at construction.
  final String name;
  final int hash; // its place in the table
  // Filled by HttpIndex, then only read.
  @Nullable HostEntry shorter; // the longest suffix of it that is known
  private @Nullable PathNode anyPort;
  private int[] ports = new int[0]; // ascending
  private PathNode[] byPort = new PathNode[0];

  HostEntry(String name, int hash) {
    this.name = name;
    this.hash = hash;
  }

  /** Whether the characters are this name; upper case is folded, the name itself is lower case. */
  boolean isNamed(String host, int from, int to) {
    if (to - from != name.length()) {
      return false;
    }
    for (int i = from; i < to; i++) {
      char c = host.charAt(i);
      if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != name.charAt(i - from)) {
        return false;
      }
    }
    return true;
  }

  @Nullable HttpMatch find(int port, String path, @Nullable String method, int scheme) {
    int start = path.isEmpty() || path.charAt(0) != '/' ? 0 : 1;
    HttpMatch found = null;
    int at = port < 0 ? -1 : search(port);
    if (at >= 0) {
      found = byPort[at].find(path, start, method, scheme, null);
    }
    if (found == null && anyPort != null) {
      found = anyPort.find(path, start, method, scheme, null);
    }
    return found;
  }

  @Nullable HttpMatch add(HttpMatch match) {
    if (match.port < 0) {
      anyPort = anyPort == null ? new PathNode() : anyPort;
      return anyPort.add(match);
    }
    int at = search(match.port);
    if (at < 0) {
      at = -at - 1;
      insert(at, match.port);
    }
    return byPort[at].add(match);
  }

  private int search(int port) {
    int low = 0;
    int high = ports.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (ports[middle] == port) {
        return middle;
      }
      if (ports[middle] < port) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  private void insert(int at, int port) {
    int[] morePorts = new int[ports.length + 1];
    PathNode[] more = new PathNode[ports.length + 1];
    System.arraycopy(ports, 0, morePorts, 0, at);
    System.arraycopy(byPort, 0, more, 0, at);
    morePorts[at] = port;
    more[at] = new PathNode();
    System.arraycopy(ports, at, morePorts, at + 1, ports.length - at);
    System.arraycopy(byPort, at, more, at + 1, ports.length - at);
    ports = morePorts;
    byPort = more;
  }
}
