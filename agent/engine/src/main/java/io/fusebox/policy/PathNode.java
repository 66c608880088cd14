package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/**
 * The paths of one host and port as a tree of segments, so that ten thousand paths on one host cost
 * a request no more than ten. Filled by one thread, then only read; reading allocates nothing.
 *
 * <p>A request walks down the tree along the child of its segment and along the child of {@code *},
 * and keeps the match of the highest rank: a deeper one need not be the better one. The walk visits
 * a node at most once, and patterns have at most {@value MatchParser#MAX_SEGMENTS} segments, which
 * bounds the recursion.
 *
 * <p>Equal ranks need equal numbers of literal segments, so the search for a rival gives up a
 * branch as soon as it has more literals than the new pattern: that keeps it away from most of the
 * tree.
 */
final class PathNode {

  private static final HttpMatch[] NONE = new HttpMatch[0];

  private HttpMatch[] exact = NONE; // paths that end here, best rank first
  private HttpMatch[] rest = NONE; // ** from here on, best rank first
  private @Nullable PathNode star;
  // Children by literal segment, open addressing; null where there is none.
  private String @Nullable [] names;
  private @Nullable PathNode @Nullable [] children;
  private int count;

  /**
   * The best match of {@code path} from {@code pos} on, or {@code best} where none here is better.
   */
  @Nullable HttpMatch find(
      String path, int pos, @Nullable String method, int scheme, @Nullable HttpMatch best) {
    HttpMatch found = better(best, rest, method, scheme);
    if (pos > path.length()) {
      return better(found, exact, method, scheme);
    }
    int slash = path.indexOf('/', pos);
    int end = slash < 0 ? path.length() : slash;
    PathNode child = child(path, pos, end);
    if (child != null) {
      found = child.find(path, end + 1, method, scheme, found);
    }
    if (star != null && end > pos) {
      found = star.find(path, end + 1, method, scheme, found);
    }
    return found;
  }

  /** Adds the match; returns one that could take the same request with equal rank, or null. */
  @Nullable HttpMatch add(HttpMatch match) {
    HttpMatch rival = rival(match, 0, 0);
    if (rival != null && rival.covers(match)) {
      // Whatever is a rival of the one is one of the other.
      return rival;
    }
    PathNode node = this;
    for (int i = 0; i < match.segments.length; i++) {
      node = node.childFor(match.segments[i]);
    }
    if (match.rest) {
      node.rest = insert(node.rest, match);
    } else {
      node.exact = insert(node.exact, match);
    }
    return rival;
  }

  private static @Nullable HttpMatch better(
      @Nullable HttpMatch best, HttpMatch[] candidates, @Nullable String method, int scheme) {
    for (int i = 0; i < candidates.length; i++) {
      HttpMatch candidate = candidates[i];
      if (best != null && candidate.rank <= best.rank) {
        return best;
      }
      if (candidate.accepts(method, scheme)) {
        return candidate;
      }
    }
    return best;
  }

  private @Nullable HttpMatch rival(HttpMatch match, int depth, int literals) {
    if (literals > match.literals) {
      return null;
    }
    HttpMatch found = rivalIn(rest, match);
    if (found != null) {
      return found;
    }
    if (depth >= match.segments.length) {
      found = rivalIn(exact, match);
      return found != null || !match.rest ? found : rivalBelow(match, depth, literals, true);
    }
    String segment = match.segments[depth];
    if (HttpMatch.isStar(segment)) {
      return rivalBelow(match, depth + 1, literals, false);
    }
    PathNode child = child(segment, 0, segment.length());
    found = child == null ? null : child.rival(match, depth + 1, literals + 1);
    if (found == null && star != null && !segment.isEmpty()) {
      found = star.rival(match, depth + 1, literals);
    }
    return found;
  }

  /** A rival in any child: the match has {@code *} here or, with {@code all}, {@code **}. */
  private @Nullable HttpMatch rivalBelow(HttpMatch match, int depth, int literals, boolean all) {
    HttpMatch found = star == null ? null : star.rival(match, depth, literals);
    if (found != null || names == null || children == null || literals == match.literals) {
      return found;
    }
    for (int i = 0; i < children.length && found == null; i++) {
      PathNode child = children[i];
      // An empty segment is below ** but is none that * stands for.
      if (child != null && (all || !names[i].isEmpty())) {
        found = child.rival(match, depth, literals + 1);
      }
    }
    return found;
  }

  private static @Nullable HttpMatch rivalIn(HttpMatch[] matches, HttpMatch match) {
    for (int i = 0; i < matches.length; i++) {
      if (matches[i].rivals(match)) {
        return matches[i];
      }
    }
    return null;
  }

  private @Nullable PathNode child(String path, int from, int to) {
    if (names == null || children == null) {
      return null;
    }
    int mask = names.length - 1;
    for (int i = hash(path, from, to) & mask; ; i = (i + 1) & mask) {
      PathNode child = children[i];
      if (child == null) {
        return null;
      }
      String name = names[i];
      if (name.length() == to - from && path.startsWith(name, from)) {
        return child;
      }
    }
  }

  private PathNode childFor(String segment) {
    if (HttpMatch.isStar(segment)) {
      star = star == null ? new PathNode() : star;
      return star;
    }
    PathNode child = child(segment, 0, segment.length());
    if (child == null) {
      child = new PathNode();
      put(segment, child);
    }
    return child;
  }

  private void put(String name, PathNode child) {
    String[] oldNames = names;
    @Nullable PathNode[] oldChildren = children;
    if (oldNames == null || oldChildren == null) {
      names = new String[4];
      children = new @Nullable PathNode[4];
    } else if (count * 2 >= oldNames.length) {
      names = new String[oldNames.length * 2];
      children = new @Nullable PathNode[oldNames.length * 2];
      for (int i = 0; i < oldNames.length; i++) {
        PathNode moved = oldChildren[i];
        if (moved != null) {
          place(names, children, oldNames[i], moved);
        }
      }
    }
    if (names != null && children != null) {
      place(names, children, name, child);
    }
    count++;
  }

  private static void place(
      String[] names, @Nullable PathNode[] children, String name, PathNode child) {
    int mask = names.length - 1;
    int i = hash(name, 0, name.length()) & mask;
    while (children[i] != null) {
      i = (i + 1) & mask;
    }
    names[i] = name;
    children[i] = child;
  }

  private static int hash(String text, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = hash * 31 + text.charAt(i);
    }
    return hash ^ (hash >>> 15);
  }

  private static HttpMatch[] insert(HttpMatch[] old, HttpMatch match) {
    HttpMatch[] grown = new HttpMatch[old.length + 1];
    int at = 0;
    while (at < old.length && old[at].rank >= match.rank) {
      at++;
    }
    System.arraycopy(old, 0, grown, 0, at);
    grown[at] = match;
    System.arraycopy(old, at, grown, at + 1, old.length - at);
    return grown;
  }
}
