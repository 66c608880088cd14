package io.fusebox.jdbc;

import java.lang.ref.ReferenceQueue;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What is known of each physical connection, by its identity, for as long as the application holds
 * it. Looked up by every statement, changed by every connect: a look-up takes no lock and allocates
 * nothing.
 */
final class Links {

  private static final int FIRST_SIZE = 64;

  private final ReferenceQueue<Connection> gone = new ReferenceQueue<>();

  // Replaced under this when it has grown or something is gone, read without.
  private volatile AtomicReferenceArray<@Nullable Link> table =
      new AtomicReferenceArray<>(FIRST_SIZE);

  // Guarded by this.
  private int used;

  /** Where connections that nobody holds any more are told. */
  ReferenceQueue<Connection> gone() {
    return gone;
  }

  /** What is known of a connection; null for one that was never seen. */
  @Nullable Link find(Connection connection) {
    AtomicReferenceArray<@Nullable Link> links = table;
    int mask = links.length() - 1;
    for (int i = System.identityHashCode(connection) & mask; ; i = (i + 1) & mask) {
      Link link = links.get(i);
      if (link == null || link.get() == connection) {
        return link;
      }
    }
  }

  /** The connection on which a call of that statement runs; null if there is none. */
  @Nullable Link using(Object statement) {
    AtomicReferenceArray<@Nullable Link> links = table;
    for (int i = 0; i < links.length(); i++) {
      Link link = links.get(i);
      if (link != null && link.isUsedFor(statement)) {
        return link;
      }
    }
    return null;
  }

  /** Remembers one; the same connection twice is remembered once. */
  synchronized Link add(Link link, Connection connection) {
    Link known = find(connection);
    if (known != null) {
      return known;
    }
    if (gone.poll() != null || (used + 1) * 2 > table.length()) {
      rebuild();
    }
    insert(table, link);
    used++;
    return link;
  }

  private void rebuild() {
    while (gone.poll() != null) {
      // One look at the table finds them all.
    }
    AtomicReferenceArray<@Nullable Link> old = table;
    int live = 0;
    for (int i = 0; i < old.length(); i++) {
      live += isLive(old.get(i)) ? 1 : 0;
    }
    int size = FIRST_SIZE;
    while (size < (live + 1) * 4) {
      size *= 2;
    }
    AtomicReferenceArray<@Nullable Link> rebuilt = new AtomicReferenceArray<>(size);
    int kept = 0;
    for (int i = 0; i < old.length(); i++) {
      Link link = old.get(i);
      if (link != null && isLive(link)) {
        insert(rebuilt, link);
        kept++;
      }
    }
    used = kept;
    table = rebuilt;
  }

  private static boolean isLive(@Nullable Link link) {
    return link != null && link.get() != null;
  }

  private static void insert(AtomicReferenceArray<@Nullable Link> into, Link link) {
    int mask = into.length() - 1;
    int i = link.hash & mask;
    while (into.get(i) != null) {
      i = (i + 1) & mask;
    }
    into.set(i, link);
  }
}
