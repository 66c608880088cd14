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
  @Nullable Match find(String url) {
    JdbcUrl parsed = JdbcUrl.parse(url);
    Match best = null;
    int bestRank = -1;
    for (int i = 0; i < matches.size() && parsed != null; i++) {
      int rank = matches.get(i).rankFor(parsed);
      if (rank > bestRank) {
        best = matches.get(i);
        bestRank = rank;
      }
    }
    return best;
  }

  /** Every match of the URL, best first. */
  List<Match> findAll(String url) {
    List<Match> found = new ArrayList<Match>();
    JdbcUrl parsed = JdbcUrl.parse(url);
    if (parsed != null) {
      for (JdbcMatch match : matches) {
        int rank = match.rankFor(parsed);
        int at = found.size();
        while (at > 0 && ((JdbcMatch) found.get(at - 1)).rankFor(parsed) < rank) {
          at--;
        }
        if (rank >= 0) {
          found.add(at, match);
        }
      }
    }
    return found;
  }
}
