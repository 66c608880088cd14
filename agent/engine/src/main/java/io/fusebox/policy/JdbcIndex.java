package io.fusebox.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the match of a JDBC URL. It looks at every JDBC match, which is cheap beside a connect, and
 * connections remember what was found. Filled by one thread, then only read.
 */
final class JdbcIndex {

  private final List<JdbcMatch> matches = new ArrayList<JdbcMatch>();
  private final Map<String, Match> byKey = new HashMap<String, Match>();

  /** Adds a match; returns one that could take the same URL with equal rank, or null. */
  @Nullable Match add(Match match) {
    JdbcMatch jdbc = (JdbcMatch) match;
    Match rival = null;
    String[] keys = jdbc.keys();
    for (int i = 0; i < keys.length; i++) {
      Match other = byKey.put(keys[i], jdbc);
      // One match may name a host twice: that is no rival.
      rival = other == null || other == jdbc ? rival : other;
    }
    matches.add(jdbc);
    return rival;
  }

  /** The best match; where two hosts of the URL have policies of equal rank, the earlier one's. */
  @Nullable Match find(JdbcCall call) {
    Match best = null;
    long bestRank = -1;
    for (int i = 0; i < matches.size(); i++) {
      long rank = matches.get(i).rankFor(call);
      if (rank > bestRank) {
        best = matches.get(i);
        bestRank = rank;
      }
    }
    return best;
  }

  /** Every match, best first. */
  List<Match> findAll(JdbcCall call) {
    List<Match> found = new ArrayList<Match>();
    for (JdbcMatch match : matches) {
      long rank = match.rankFor(call);
      int at = found.size();
      while (at > 0 && ((JdbcMatch) found.get(at - 1)).rankFor(call) < rank) {
        at--;
      }
      if (rank >= 0) {
        found.add(at, match);
      }
    }
    return found;
  }
}
