package io.fusebox.engine;

/** When a breaker opens, for how long, and how it finds its way back. Immutable; thread-safe. */
public final class BreakerSettings {

  /** For a count or a rate: this rule does not apply. */
  public static final int OFF = 0;

  // Fixed at construction.
  private final long windowNanos;
  private final int minCalls;
  private final int failureRate;
  private final int consecutive;
  private final long slowCallNanos;
  private final int slowRate;
  private final long openForNanos;
  private final long maxOpenNanos;
  private final boolean jitter;
  private final int probes;
  private final long leaseNanos;
  private final boolean counts429;
  private final boolean forcedOpen;

  private BreakerSettings(Builder builder) {
    this.windowNanos = builder.windowNanos;
    this.minCalls = builder.minCalls;
    this.failureRate = builder.failureRate;
    this.consecutive = builder.consecutive;
    this.slowCallNanos = builder.slowCallNanos;
    this.slowRate = builder.slowRate;
    this.openForNanos = builder.openForNanos;
    this.maxOpenNanos = builder.maxOpenNanos;
    this.jitter = builder.jitter;
    this.probes = builder.probes;
    this.leaseNanos = builder.leaseNanos;
    this.counts429 = builder.counts429;
    this.forcedOpen = builder.forcedOpen;
  }

  /** The window of the rates, in nanoseconds; 1 s to 10 min. */
  public long windowNanos() {
    return windowNanos;
  }

  /** How many calls the window must hold before a rate says anything; 1 to 10,000. */
  public int minCalls() {
    return minCalls;
  }

  /** Opens with strictly more than so many per cent failures; 1 to 99, or {@link #OFF}. */
  public int failureRate() {
    return failureRate;
  }

  /** Opens after so many failures in a row; 1 to 1,000, or {@link #OFF}. */
  public int consecutive() {
    return consecutive;
  }

  /** A call that takes longer is slow, in nanoseconds; {@link Long#MAX_VALUE}: none is. */
  public long slowCallNanos() {
    return slowCallNanos;
  }

  /** Opens with strictly more than so many per cent slow calls (100: when all are); 1 to 100. */
  public int slowRate() {
    return slowRate;
  }

  /** How long everything is rejected the first time, in nanoseconds. */
  public long openForNanos() {
    return openForNanos;
  }

  /** What that grows to, doubling with each reopening, in nanoseconds; not below open-for. */
  public long maxOpenNanos() {
    return maxOpenNanos;
  }

  /** Whether open times are spread by ten per cent either way. */
  public boolean jitter() {
    return jitter;
  }

  /** How many probes are let through when it is half-open; 1 to 100. */
  public int probes() {
    return probes;
  }

  /** After so long a probe that was not heard of again counts as lost, in nanoseconds. */
  public long leaseNanos() {
    return leaseNanos;
  }

  /** Whether a 429 is a failure. */
  public boolean counts429() {
    return counts429;
  }

  /** Whether everything is rejected, whatever happens, until the policy says otherwise. */
  public boolean forcedOpen() {
    return forcedOpen;
  }

  /**
   * Collects settings; not thread-safe. What is not set is as in the key table of the reference.
   */
  public static final class Builder {

    private long windowNanos = 10_000_000_000L;
    private int minCalls = 20;
    private int failureRate = 50;
    private int consecutive = OFF;
    private long slowCallNanos = Long.MAX_VALUE;
    private int slowRate = 80;
    private long openForNanos = 30_000_000_000L;
    private long maxOpenNanos = 30_000_000_000L;
    private boolean jitter = true;
    private int probes = 5;
    private long leaseNanos = 31_000_000_000L;
    private boolean counts429;
    private boolean forcedOpen;

    /** Window in nanoseconds, least calls in it, per cent failures or {@link #OFF}. */
    public Builder rate(long window, int calls, int percent) {
      windowNanos = window;
      minCalls = calls;
      failureRate = percent;
      return this;
    }

    /** See {@link BreakerSettings#consecutive}. */
    public Builder consecutive(int failures) {
      consecutive = failures;
      return this;
    }

    /** From when on a call is slow, in nanoseconds, and how many per cent of them are too many. */
    public Builder slow(long nanos, int percent) {
      slowCallNanos = nanos;
      slowRate = percent;
      return this;
    }

    /** How long it stays open at first and at most, in nanoseconds, and whether that is spread. */
    public Builder open(long first, long most, boolean spread) {
      openForNanos = first;
      maxOpenNanos = most;
      jitter = spread;
      return this;
    }

    /** How many probes, and how long each may take, in nanoseconds. */
    public Builder probes(int count, long lease) {
      probes = count;
      leaseNanos = lease;
      return this;
    }

    /** See {@link BreakerSettings#counts429}. */
    public Builder counts429(boolean counts) {
      counts429 = counts;
      return this;
    }

    /** See {@link BreakerSettings#forcedOpen}. */
    public Builder forcedOpen(boolean forced) {
      forcedOpen = forced;
      return this;
    }

    /** The settings. */
    public BreakerSettings build() {
      return new BreakerSettings(this);
    }
  }
}
