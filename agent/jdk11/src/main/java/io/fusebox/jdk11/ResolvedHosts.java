package io.fusebox.jdk11;

import java.security.Security;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Hosts whose addresses the JVM has in its cache for sure.
 *
 * <p>{@code send} looks the host up on the caller's own thread, where nothing can interrupt it. A
 * start on the client's executor leaves the caller free, but costs two changes of thread, about a
 * tenth of a loopback call. A host that answered a moment ago is in the JVM's address cache (30 s
 * by default), so its look-up cannot block and the start may stay on the caller's thread.
 *
 * <p>A fixed array of the last hosts seen; a collision costs a change of thread. Thread-safe.
 */
final class ResolvedHosts {

  private static final int SIZE = 256;
  private static final long FRESH = 10_000_000_000L;
  private static final long RENEW = 1_000_000_000L;
  private static final int SHORTEST_CACHE_SECONDS = 15;

  private static final class Seen {
    final String host;
    final long at;

    Seen(String host, long at) {
      this.host = host;
      this.at = at;
    }
  }

  private final AtomicReferenceArray<@Nullable Seen> seen = new AtomicReferenceArray<>(SIZE);
  private final boolean trusted = cacheSeconds() >= SHORTEST_CACHE_SECONDS;

  /** Whether looking this host up cannot block. */
  boolean isFresh(String host, long now) {
    if (isAddress(host)) {
      return true;
    }
    Seen last = seen.get(slot(host));
    return trusted && last != null && now - last.at < FRESH && last.host.equals(host);
  }

  /** This host has just been reached. */
  void reached(String host, long now) {
    if (trusted && !isAddress(host)) {
      Seen last = seen.get(slot(host));
      if (last == null || now - last.at > RENEW || !last.host.equals(host)) {
        seen.set(slot(host), new Seen(host, now));
      }
    }
  }

  private static int slot(String host) {
    int hash = host.hashCode();
    return (hash ^ (hash >>> 16)) & (SIZE - 1);
  }

  private static boolean isAddress(String host) {
    if (host.charAt(host.length() - 1) == ']') {
      return true;
    }
    // A name may end in a digit, but not its whole last label (RFC 3696, section 2).
    for (int i = host.length() - 1; i >= 0 && host.charAt(i) != '.'; i--) {
      if (host.charAt(i) < '0' || host.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /** How long the JVM remembers addresses, as the first of the two settings that says so. */
  private static int cacheSeconds() {
    String setting = Security.getProperty("networkaddress.cache.ttl");
    if (setting == null) {
      setting = System.getProperty("sun.net.inetaddr.ttl");
    }
    if (setting == null) {
      return 30;
    }
    try {
      int seconds = Integer.parseInt(setting.trim());
      return seconds < 0 ? Integer.MAX_VALUE : seconds;
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
