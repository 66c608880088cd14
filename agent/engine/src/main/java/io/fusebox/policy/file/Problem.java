package io.fusebox.policy.file;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a policy file or an override: where, what, and what would be right.
 * Its text is one line of printable ASCII without secrets, but for the file's name. Immutable.
 */
public final class Problem implements Comparable<Problem> {

  /** Most problems that are printed. */
  static final int MAX_PRINTED = 100;

  // Fixed at construction.
  private final @Nullable String file;
  private final int line;
  private final int rank;
  private final String message;

  Problem(@Nullable String file, int line, int rank, String message) {
    this.file = file;
    this.line = line;
    this.rank = rank;
    this.message = message;
  }

  /** The file's name as shown, or null where the problem is not in a file. */
  public @Nullable String file() {
    return file;
  }

  /** The line, from 1; 0 where it is about the whole file or no file. */
  public int line() {
    return line;
  }

  /** What is wrong, without the place. */
  public String message() {
    return message;
  }

  /** Files in the order in which they are named, then lines; what is in no file comes last. */
  @Override
  public int compareTo(Problem other) {
    return rank != other.rank
        ? Integer.compare(rank, other.rank)
        : Integer.compare(line, other.line);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Problem
        && toString().equals(other.toString())
        && rank == ((Problem) other).rank;
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** {@code FILE:LINE: MESSAGE}. */
  @Override
  public String toString() {
    return file == null
        ? message
        : line == 0 ? file + ": " + message : file + ":" + line + ": " + message;
  }

  static List<Problem> sorted(List<Problem> problems) {
    List<Problem> sorted = new ArrayList<Problem>(problems);
    Collections.sort(sorted);
    return Collections.unmodifiableList(sorted);
  }

  static List<String> lines(List<Problem> problems, int count) {
    List<String> lines = new ArrayList<String>();
    for (int i = 0; i < problems.size() && i < MAX_PRINTED; i++) {
      lines.add(problems.get(i).toString());
    }
    if (count > lines.size()) {
      lines.add("and " + (count - lines.size()) + " more");
    }
    return lines;
  }
}
