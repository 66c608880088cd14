package io.fusebox.policy;

import java.util.Collections;
import java.util.List;

/** Why a policy governs a call: for people, not for the call path. Immutable. */
public final class MatchResult {

  // Fixed at construction.
  private final Match match;
  private final Policy policy;
  private final List<Match> others;

  MatchResult(Match match, Policy policy, List<Match> others) {
    this.match = match;
    this.policy = policy;
    this.others = Collections.unmodifiableList(others);
  }

  /** The policy that governs the call. */
  public Policy policy() {
    return policy;
  }

  /** The winning match, one of the policy's. */
  public Match match() {
    return match;
  }

  /** What it won by, for example {@code host and port, 1 literal path segment}. */
  public String why() {
    return match.rankInWords();
  }

  /** What else would have matched, best first; unmodifiable. */
  public List<Match> others() {
    return others;
  }
}
