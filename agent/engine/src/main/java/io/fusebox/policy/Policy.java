package io.fusebox.policy;

import io.fusebox.engine.BreakerSettings;
import io.fusebox.engine.CallClocks;
import io.fusebox.engine.RetrySettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A policy with every value resolved: what governs a call that one of its matches takes. Immutable;
 * thread-safe. Times are nanoseconds.
 */
public final class Policy implements CallClocks.Bounds {

  /** No limit. */
  public static final long NONE = Long.MAX_VALUE;

  // Fixed at construction.
  private final int index;
  private final String name;
  private final Setting[] settings; // by Key.index, then those of the key family
  private final List<Match> matches;
  private final Mode mode;
  private final StreamMode stream;
  private final long connectNanos;
  private final long readNanos;
  private final long attemptNanos;
  private final long totalNanos;
  private final boolean ownRead;
  private final @Nullable RetrySettings retry;
  private final @Nullable BreakerSettings breaker;
  private final int bulkhead;
  private final boolean sharesState;
  private final @Nullable FallbackSettings fallback;
  private final long cancelGraceNanos;
  private final boolean cutsLong;

  private Policy(int index, String name, Setting[] settings, boolean ownRead, List<Match> matches) {
    this.index = index;
    this.name = name;
    this.settings = settings;
    this.ownRead = ownRead;
    this.matches = Collections.unmodifiableList(matches);
    Mode valid = Mode.of(settings[Key.MODE.index()].value());
    this.mode = valid == null ? Mode.OFF : valid;
    StreamMode kind = StreamMode.of(settings[Key.STREAM.index()].value());
    this.stream = kind == null ? StreamMode.AUTO : kind;
    this.connectNanos = settings[Key.CONNECT.index()].nanos();
    this.readNanos = settings[Key.READ.index()].nanos();
    this.attemptNanos = settings[Key.ATTEMPT.index()].nanos();
    this.totalNanos = settings[Key.TOTAL.index()].nanos();
    boolean attempts = givesAttempts();
    this.retry = attempts || isOn(Key.RETRY_KEY) ? Arming.retry(settings, attempts) : null;
    this.breaker = isOn(Key.BREAKER) ? Arming.breaker(settings) : null;
    this.bulkhead = isOn(Key.BULKHEAD) ? Arming.count(settings[Key.BULKHEAD.index()]) : 0;
    this.sharesState = settings[Key.SCOPE.index()].value().equals("policy");
    this.fallback = isOn(Key.FALLBACK_ON) ? Arming.fallback(settings) : null;
    this.cancelGraceNanos = settings[Key.CANCEL_GRACE.index()].nanos();
    this.cutsLong = settings[Key.LONG.index()].value().equals("cut");
  }

  /** Attempts that nobody set are one, and that is no retry; one that was set means it. */
  private boolean givesAttempts() {
    boolean set = settings[Key.RETRY_ATTEMPTS.index()].origin() != Origin.BUILT_IN;
    return set && isOn(Key.RETRY_ATTEMPTS);
  }

  private boolean isOn(Key key) {
    return !settings[key.index()].value().equals("off");
  }

  /**
   * A policy of resolved and valid values. The matches become its own: they are to be new ones.
   *
   * @param settings by {@link Key#index}, one for each key of {@link Key#POLICY}; behind them those
   *     of {@link Key#FALLBACK_HEADER}, one for each header
   */
  public static Policy of(
      int index, String name, Setting[] settings, boolean ownRead, List<Match> matches) {
    Policy policy = new Policy(index, name, settings, ownRead, matches);
    for (int i = 0; i < matches.size(); i++) {
      matches.get(i).belongTo(policy);
    }
    return policy;
  }

  /** Its place in its {@link PolicySet}: 0 to n - 1, for arrays of counters. */
  public int index() {
    return index;
  }

  /** The name: ASCII letters, digits and {@code -}. */
  public String name() {
    return name;
  }

  /** The effective mode: the lower of {@code agent.mode} and the policy's own. */
  public Mode mode() {
    return mode;
  }

  /** Longest time of one connection attempt; {@link #NONE} or 1 ms to 24 h. */
  @Override
  public long connectNanos() {
    return connectNanos;
  }

  /** Longest silence; {@link #NONE} or 1 ms to 24 h. */
  @Override
  public long readNanos() {
    return readNanos;
  }

  /** Longest time of one try up to its response head; {@link #NONE} or 1 ms to 24 h. */
  @Override
  public long attemptNanos() {
    return attemptNanos;
  }

  /** Longest time of the whole operation; {@link #NONE} or 1 ms to 24 h. */
  @Override
  public long totalNanos() {
    return totalNanos;
  }

  /** Whether its responses count as streams. */
  public StreamMode stream() {
    return stream;
  }

  /** Whether {@code timeout.read} was set by the policy or one that it extends, not by default. */
  public boolean ownRead() {
    return ownRead;
  }

  /** When and how its operations are tried again; null where nothing of it is switched on. */
  public @Nullable RetrySettings retry() {
    return retry;
  }

  /** When its calls are rejected because too many fail; null where that is off. */
  public @Nullable BreakerSettings breaker() {
    return breaker;
  }

  /** Most operations in flight at once, 1 to 100,000; 0 for no bound. */
  public int bulkhead() {
    return bulkhead;
  }

  /**
   * Whether breaker, bulkhead and budget are one for the policy, not one for each host and port.
   */
  public boolean sharesState() {
    return sharesState;
  }

  /** When an answer is made up, and which; null for never. */
  public @Nullable FallbackSettings fallback() {
    return fallback;
  }

  /** How long a JDBC call that is cut may take to end by itself; 1 ms to 24 h, default 250 ms. */
  public long cancelGraceNanos() {
    return cancelGraceNanos;
  }

  /** Whether JDBC calls that are long by their nature are cut, too. */
  public boolean cutsLong() {
    return cutsLong;
  }

  /** Its matches, in the order of the file; unmodifiable, never empty. */
  public List<Match> matches() {
    return matches;
  }

  /** Whether it does anything: its mode is not off, and at least one switch is set. */
  public boolean armsAnything() {
    return mode != Mode.OFF
        && (hasTimeout() || retry != null || breaker != null || bulkhead > 0 || fallback != null);
  }

  /** Whether any of its timeouts is set. */
  public boolean hasTimeout() {
    return connectNanos != NONE || boundsAttempts();
  }

  /** Whether anything ends an attempt on a connection that stands. */
  public boolean boundsAttempts() {
    // Valid values are far below NONE: the smallest says it.
    return Math.min(readNanos, Math.min(attemptNanos, totalNanos)) != NONE;
  }

  /**
   * The effective value of a key such as {@code timeout.total}, and where it came from.
   *
   * @throws IllegalArgumentException where the policy has no such key
   */
  public Setting setting(String key) {
    Key known = Key.find(key, Key.POLICY);
    for (int i = Key.ALL.size(); i < settings.length; i++) {
      if (settings[i].key().equalsIgnoreCase(key)) {
        return settings[i];
      }
    }
    if (known == null || known.isFamily()) {
      throw new IllegalArgumentException("policy '" + name + "' has no key '" + key + "'");
    }
    return settings[known.index()];
  }

  /**
   * The effective values of all keys of a policy, in the order of {@link Key#ALL}, then those of
   * its headers; a new list.
   */
  public List<Setting> settings() {
    List<Setting> all = new ArrayList<Setting>();
    for (int i = 0; i < settings.length; i++) {
      Key key = settings[i].tableKey();
      if (i >= Key.ALL.size() || (key.isIn(Key.POLICY) && !key.isFamily())) {
        all.add(settings[i]);
      }
    }
    return all;
  }

  boolean covers(boolean jdbc) {
    return hasMatch(jdbc) && armsAnything();
  }

  /** Whether any of its matches is one for JDBC; or, with false, one for HTTP. */
  public boolean hasMatch(boolean jdbc) {
    for (int i = 0; i < matches.size(); i++) {
      if (matches.get(i).isJdbc() == jdbc) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return "policy " + name;
  }

  /** Silence bounds a stream after its head only where this policy itself asks for it. */
  @Override
  public boolean readBoundsStreams() {
    return ownRead;
  }
}
