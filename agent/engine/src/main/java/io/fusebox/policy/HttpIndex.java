package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/**
 * Finds the match of an HTTP request among all policies. Filled by one thread, then only read.
 *
 * <p>A host is hashed from its last character to its first, upper case folded on the way: so at
 * each dot the hash of the suffix behind it is known, and no substring is made. One open-addressing
 * table holds names and suffixes, these by the complement of their hash; each entry knows the
 * longest suffix that is shorter, so the candidates come in the order of their rank: the host, the
 * longest suffix, shorter ones, {@code *}. Within one of them a named port goes before any port,
 * and within that {@link PathNode} decides.
 *
 * <p>A host with brackets, colons or characters beyond ASCII is made canonical first; only that
 * allocates.
 */
final class HttpIndex {

  // Filled by add and link, then only read. The hashes lie beside the entries, so that a probe that
  // fails, as most do, touches no entry.
  private @Nullable HostEntry[] entries = new @Nullable HostEntry[8];
  private int[] hashes = new int[8];
  private int count;
  private @Nullable HostEntry anyHost;

  @Nullable HttpMatch find(
      @Nullable String method, int scheme, @Nullable String host, int port, String path) {
    HttpMatch found = null;
    for (HostEntry e = first(host); e != null && found == null; e = e.shorter) {
      found = e.find(port, path, method, scheme);
    }
    return found != null || anyHost == null ? found : anyHost.find(port, path, method, scheme);
  }

  /** Whether any match could take a request to that host. */
  boolean knows(@Nullable String host) {
    return anyHost != null || first(host) != null;
  }

  /** The host's own entry, else that of its longest suffix: the others are linked behind it. */
  private @Nullable HostEntry first(@Nullable String host) {
    if (host == null) {
      return null;
    }
    HostEntry suffix = null;
    int end = length(host);
    int hash = 0;
    for (int i = end - 1; i >= 0; i--) {
      char c = host.charAt(i);
      if (c >= 0x80 || c == ']' || c == ':') {
        return firstOfCanonical(Hosts.canonical(host));
      }
      if (c == '.' && i > 0) {
        HostEntry known = get(~hash, host, i + 1, end);
        suffix = known == null ? suffix : known;
      }
      hash = step(hash, c);
    }
    HostEntry entry = get(hash, host, 0, end);
    return entry == null ? suffix : entry;
  }

  /** As {@link #first}, for a host that is canonical already: one with colons stays as it is. */
  private @Nullable HostEntry firstOfCanonical(String host) {
    HostEntry entry = get(hash(host, 0), host, 0, host.length());
    return entry == null ? longestSuffix(host) : entry;
  }

  /** Adds a match; returns one that could take the same request with equal rank, or null. */
  @Nullable HttpMatch add(HttpMatch match) {
    return entryFor(match).add(match);
  }

  /** Links each entry with the longest suffix that is shorter; once, after the last match. */
  void link() {
    for (int i = 0; i < entries.length; i++) {
      HostEntry entry = entries[i];
      if (entry != null) {
        entry.shorter = longestSuffix(entry.name);
      }
    }
  }

  private HostEntry entryFor(HttpMatch match) {
    if (match.hostKind == HttpMatch.ANY_HOST) {
      anyHost = anyHost == null ? new HostEntry("", 0) : anyHost;
      return anyHost;
    }
    int hash = match.hostKind == HttpMatch.SUFFIX ? ~hash(match.host, 0) : hash(match.host, 0);
    HostEntry entry = get(hash, match.host, 0, match.host.length());
    if (entry == null) {
      entry = new HostEntry(match.host, hash);
      if (++count * 2 > entries.length) {
        grow();
      }
      place(entry);
    }
    return entry;
  }

  private @Nullable HostEntry longestSuffix(String host) {
    for (int dot = host.indexOf('.', 1); dot >= 0; dot = host.indexOf('.', dot + 1)) {
      HostEntry entry = get(~hash(host, dot + 1), host, dot + 1, host.length());
      if (entry != null) {
        return entry;
      }
    }
    return null;
  }

  private static int length(String host) {
    int length = host.length();
    return length > 0 && host.charAt(length - 1) == '.' ? length - 1 : length;
  }

  private static int hash(String host, int from) {
    int hash = 0;
    for (int i = host.length() - 1; i >= from; i--) {
      hash = step(hash, host.charAt(i));
    }
    return hash;
  }

  private static int step(int hash, char c) {
    return hash * 31 + (c >= 'A' && c <= 'Z' ? c + 32 : c);
  }

  private static int slot(int hash, int mask) {
    return ((hash * 0x9E3779B9) >>> 7) & mask;
  }

  private @Nullable HostEntry get(int hash, String host, int from, int to) {
    int mask = hashes.length - 1;
    for (int i = slot(hash, mask); ; i = (i + 1) & mask) {
      if (hashes[i] == hash || hashes[i] == 0) {
        HostEntry entry = entries[i];
        if (entry == null || (entry.hash == hash && entry.isNamed(host, from, to))) {
          return entry;
        }
      }
    }
  }

  private void grow() {
    @Nullable HostEntry[] old = entries;
    entries = new @Nullable HostEntry[old.length * 2];
    hashes = new int[old.length * 2];
    for (int i = 0; i < old.length; i++) {
      HostEntry entry = old[i];
      if (entry != null) {
        place(entry);
      }
    }
  }

  private void place(HostEntry entry) {
    int mask = hashes.length - 1;
    int i = slot(entry.hash, mask);
    while (entries[i] != null) {
      i = (i + 1) & mask;
    }
    entries[i] = entry;
    hashes[i] = entry.hash;
  }
}
