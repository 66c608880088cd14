package io.fusebox.engine;

import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** When, how often and how fast an operation is tried again. Immutable; thread-safe. */
public final class RetrySettings {

  // Fixed at construction.
  private final int attempts;
  private final boolean attemptsGiven;
  private final Set<String> methods;
  private final BitSet statuses = new BitSet(600);
  private final long baseNanos;
  private final long capNanos;
  private final Jitter jitter;
  private final long afterMaxNanos;
  private final BudgetSettings budget;
  private final @Nullable String keyHeader;
  private final @Nullable String attemptHeader;
  private final boolean leftToMesh;

  private RetrySettings(Builder builder) {
    this.attempts = builder.attempts;
    this.attemptsGiven = builder.attemptsGiven;
    this.methods = Collections.unmodifiableSet(new HashSet<String>(builder.methods));
    for (int code : builder.statuses) {
      this.statuses.set(code);
    }
    this.baseNanos = builder.baseNanos;
    this.capNanos = builder.capNanos;
    this.jitter = builder.jitter;
    this.afterMaxNanos = builder.afterMaxNanos;
    this.budget = builder.budget;
    this.keyHeader = builder.keyHeader;
    this.attemptHeader = builder.attemptHeader;
    this.leftToMesh = builder.leftToMesh;
  }

  /** Most sends of one operation, the first included; 1 to 10. */
  public int attempts() {
    return attempts;
  }

  /**
   * Whether how often an operation is sent is ours to say: {@link #attempts} are given, be it one,
   * and not left to the mesh. What a client would send again by itself counts then, too.
   */
  public boolean limitsSends() {
    return attemptsGiven && !leftToMesh;
  }

  /** Whether a request of that method may be sent again after it may have happened. */
  public boolean allowsMethod(String method) {
    return methods.contains(method);
  }

  /** Whether a response of that status is tried again. */
  public boolean retriesStatus(int status) {
    return status >= 0 && statuses.get(status);
  }

  /** Bound of the first wait, in nanoseconds. */
  public long baseNanos() {
    return baseNanos;
  }

  /** Bound of every wait, in nanoseconds; not below base. */
  public long capNanos() {
    return capNanos;
  }

  /** How a wait is spread below its bound. */
  public Jitter jitter() {
    return jitter;
  }

  /** Longest Retry-After that is waited for, in nanoseconds. */
  public long afterMaxNanos() {
    return afterMaxNanos;
  }

  /** How much of the load may be retries. */
  public BudgetSettings budget() {
    return budget;
  }

  /** The header that carries an operation's key, or null. */
  public @Nullable String keyHeader() {
    return keyHeader;
  }

  /** The header that says which attempt it is, from 2 on, or null. */
  public @Nullable String attemptHeader() {
    return attemptHeader;
  }

  /** Whether a sidecar does the retrying, so that we do not. */
  public boolean leftToMesh() {
    return leftToMesh;
  }

  /**
   * Collects settings; not thread-safe. What is not set is as in the key table of the reference.
   */
  public static final class Builder {

    private int attempts = 1;
    private boolean attemptsGiven;
    private Set<String> methods = Collections.emptySet();
    private Set<Integer> statuses = Collections.emptySet();
    private long baseNanos = 100_000_000;
    private long capNanos = 2_000_000_000;
    private Jitter jitter = Jitter.FULL;
    private long afterMaxNanos = 30_000_000_000L;
    private BudgetSettings budget = new BudgetSettings(10, 1000, 10_000_000_000L);
    private @Nullable String keyHeader;
    private @Nullable String attemptHeader;
    private boolean leftToMesh;

    /** See {@link RetrySettings#attempts}; where it is not called nobody has said how many. */
    public Builder attempts(int most) {
      attempts = most;
      attemptsGiven = true;
      return this;
    }

    /** The methods that may be sent again after they may have happened. */
    public Builder methods(Set<String> names) {
      methods = names;
      return this;
    }

    /** The statuses that are tried again. */
    public Builder statuses(Set<Integer> codes) {
      statuses = codes;
      return this;
    }

    /** Bounds of the first and of every wait, and how they are spread. */
    public Builder backoff(long base, long cap, Jitter spread) {
      baseNanos = base;
      capNanos = cap;
      jitter = spread;
      return this;
    }

    /** See {@link RetrySettings#afterMaxNanos}. */
    public Builder afterMaxNanos(long nanos) {
      afterMaxNanos = nanos;
      return this;
    }

    /** See {@link RetrySettings#budget}. */
    public Builder budget(BudgetSettings settings) {
      budget = settings;
      return this;
    }

    /** See {@link RetrySettings#keyHeader}. */
    public Builder keyHeader(@Nullable String name) {
      keyHeader = name;
      return this;
    }

    /** See {@link RetrySettings#attemptHeader}. */
    public Builder attemptHeader(@Nullable String name) {
      attemptHeader = name;
      return this;
    }

    /** See {@link RetrySettings#leftToMesh}. */
    public Builder leftToMesh(boolean left) {
      leftToMesh = left;
      return this;
    }

    /** The settings. */
    public RetrySettings build() {
      return new RetrySettings(this);
    }
  }
}
