package io.fusebox.jdk11;

import java.net.InetAddress;
import java.security.Security;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Hosts whose addresses the JVM has in its cache for sure, so that {@code send} may look them up on
 * the caller's own thread, where nothing can interrupt a look-up that hangs.
 *
 * <p>The cache does not say how old an entry is, and somebody else may have made it. But it gives
 * out the very same object for as long as an entry lives. So an entry is younger than the last
 * look-up that still got another one, and lives at least until the JVM's time to live after that.
 * Until such a change has been seen, and when that time is nearly over, look-ups are ours to do.
 *
 * <p>A fixed array of the last hosts seen; a collision costs a change of thread. Thread-safe.
 */
final class ResolvedHosts {

  private static final int SIZE = 256;
  private static final long MARGIN = 3_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  /**
   * The JVM's own default, and the most that is relied on: the setting may come too late for it.
   */
  private static final int LONGEST_SECONDS = 30;

  private static final class Seen {
    final String host;
    final InetAddress address;
    final long at; // it was in the cache then
    final long sureUntil;
    final boolean sure;

    Seen(String host, InetAddress address, long at, long sureUntil, boolean sure) {
      this.host = host;
      this.address = address;
      this.at = at;
      this.sureUntil = sureUntil;
      this.sure = sure;
    }
  }

  private final AtomicReferenceArray<@Nullable Seen> seen = new AtomicReferenceArray<>(SIZE);
  private final long sureNanos = Math.min(cacheSeconds(), LONGEST_SECONDS) * SECOND - MARGIN;

  /** Whether looking this host up cannot block. */
  boolean isSure(String host, long now) {
    if (isAddress(host)) {
      return true;
    }
    Seen last = seen.get(slot(host));
    return last != null && last.sure && last.sureUntil - now > 0 && last.host.equals(host);
  }

  /**
   * A host has been looked up; one look-up of a host at a time.
   *
   * @param before when the look-up began
   */
  @SuppressWarnings("ReferenceEquality") // An equal one may be of a younger entry.
  void lookedUp(String host, InetAddress address, long before) {
    int slot = slot(host);
    Seen last = seen.get(slot);
    if (last == null || !last.host.equals(host)) {
      seen.set(slot, new Seen(host, address, before, 0, false));
    } else if (last.address == address) {
      seen.set(slot, new Seen(host, address, before, last.sureUntil, last.sure));
    } else {
      // Made after the other was seen last.
      seen.set(slot, new Seen(host, address, before, last.at + sureNanos, sureNanos > 0));
    }
  }

  private static int slot(String host) {
    int hash = host.hashCode();
    return (hash ^ (hash >>> 16)) & (SIZE - 1);
  }

  private static boolean isAddress(String host) {
    int end = host.length();
    if (host.charAt(end - 1) == ']') {
      return true;
    }
    if (host.charAt(end - 1) == '.') {
      end--;
    }
    // A name may end in a digit, but not its whole last label (RFC 3696, section 2).
    int start = end;
    while (start > 0 && host.charAt(start - 1) >= '0' && host.charAt(start - 1) <= '9') {
      start--;
    }
    return start < end && (start == 0 || host.charAt(start - 1) == '.');
  }

  /** How long the JVM remembers addresses, as the first of the two settings that says so. */
  private static int cacheSeconds() {
    String setting = Security.getProperty("networkaddress.cache.ttl");
    if (setting == null) {
      setting = System.getProperty("sun.net.inetaddr.ttl");
    }
    if (setting == null) {
      return LONGEST_SECONDS;
    }
    try {
      int seconds = Integer.parseInt(setting.trim());
      return seconds < 0 ? Integer.MAX_VALUE : seconds;
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
