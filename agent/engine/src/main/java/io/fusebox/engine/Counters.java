package io.fusebox.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The one registry of what happened, by subject (a policy's name, or {@link #AGENT}) and event.
 * Counts outlive a reload, for they belong to names. Thread-safe; counting never blocks.
 */
public final class Counters {

  /** The subject of what is no policy's doing. */
  public static final String AGENT = "agent";

  /** What is counted. */
  public enum Event {
    /** Calls that a policy governed. */
    CALLS("calls", 0),
    /** Calls that were cut. */
    CUTS("cuts", 1),
    /** Calls that would have been cut, had the policy been enforced. */
    WOULD_CUT("would-cut", 2),
    /** Faults of the agent itself; the calls went on unprotected. */
    FAULTS("faults", 3),
    /** Attempts after the first of an operation. */
    RETRIES("retries", 4),
    /** Attempts that would have been made, had the policy been enforced. */
    WOULD_RETRY("would-retry", 5),
    /** Retries that the budget refused. */
    BUDGET_SPENT("budget-spent", 6),
    /** Calls refused by breaker or bulkhead. */
    REJECTIONS("rejections", 7),
    /** Calls that would have been refused, had the policy been enforced. */
    WOULD_REJECT("would-reject", 8),
    /** Times that a breaker opened. */
    OPENINGS("openings", 9),
    /** Times that a breaker closed again. */
    CLOSINGS("closings", 10),
    /** Responses made up because the policy asked for it. */
    FALLBACKS("fallbacks", 11),
    /** Responses that would have been made up, had the policy been enforced. */
    WOULD_FALL_BACK("would-fall-back", 12),
    /** Retries that there was no time for. */
    NO_TIME("no-time", 13);

    private final String text;
    private final String words;
    private final int column;

    Event(String text, int column) {
      this.text = text;
      this.words = text.replace('-', ' ');
      this.column = column;
    }

    /** The name for people to read. */
    public String words() {
      return words;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static final Event[] EVENTS = Event.values();

  private final ConcurrentHashMap<String, LongAdder[]> bySubject = new ConcurrentHashMap<>();

  /** An empty registry. */
  public Counters() {
    // Made now: a fault of ours may be that nothing can be made any more.
    newRow(AGENT);
  }

  /** Counts one event. */
  public void count(String subject, Event event) {
    LongAdder[] row = bySubject.get(subject);
    if (row == null) {
      row = newRow(subject);
    }
    row[event.column].increment();
  }

  /** How often it was counted so far. */
  public long get(String subject, Event event) {
    LongAdder[] row = bySubject.get(subject);
    return row == null ? 0 : row[event.column].sum();
  }

  /** The subjects that anything was counted for, sorted. */
  public List<String> subjects() {
    List<String> names = new ArrayList<>(bySubject.keySet());
    names.sort(null);
    return names;
  }

  private LongAdder[] newRow(String subject) {
    LongAdder[] row = new LongAdder[EVENTS.length];
    for (int i = 0; i < row.length; i++) {
      row[i] = new LongAdder();
    }
    LongAdder[] before = bySubject.putIfAbsent(subject, row);
    return before == null ? row : before;
  }
}
