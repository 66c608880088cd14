package io.fusebox.engine;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The one registry of {@link HostState}s, by policy and host. Bounded: a policy with a wildcard may
 * meet any number of hosts. Where there are too many, the least recently used go, a batch at a time
 * so that the next many need no look; those whose breaker keeps calls away go last.
 *
 * <p>Looking up takes no lock and allocates the key only. Thread-safe.
 */
public final class HostStates {

  /** Most that are kept. */
  public static final int MOST = 4096;

  private static final int BATCH = 256;

  private final ConcurrentHashMap<Key, HostState> states = new ConcurrentHashMap<>();
  private final AtomicBoolean evicting = new AtomicBoolean();
  private final RandomSource random;

  /** An empty registry. */
  public HostStates(RandomSource random) {
    this.random = random;
  }

  /**
   * The state of a policy's host, made where there is none yet.
   *
   * @param policy the policy's name
   * @param host canonical; empty where all hosts of the policy share one state
   * @param port effective; 0 where all share one
   * @param version what the settings belong to: a later version's are taken over
   */
  public HostState get(
      String policy,
      String host,
      int port,
      Object version,
      @Nullable BreakerSettings breaker,
      @Nullable BudgetSettings budget,
      int bulkhead,
      long now) {
    Key key = new Key(policy, host, port);
    HostState state = states.get(key);
    if (state == null) {
      state = made(key, now);
    }
    state.usedAtNanos = now;
    state.configure(version, breaker, budget, bulkhead, now);
    return state;
  }

  /** Shows every state to somebody, with the name of its policy. */
  public void forEach(Visitor visitor) {
    for (Map.Entry<Key, HostState> entry : states.entrySet()) {
      visitor.visit(entry.getKey().policy, entry.getValue());
    }
  }

  /** Is shown states. */
  public interface Visitor {
    /** One of them. */
    void visit(String policy, HostState state);
  }

  /** How many there are. */
  public int size() {
    return states.size();
  }

  private HostState made(Key key, long now) {
    HostState fresh = new HostState(key.label(), random);
    fresh.usedAtNanos = now;
    HostState before = states.putIfAbsent(key, fresh);
    if (before == null && states.size() > MOST && evicting.compareAndSet(false, true)) {
      try {
        evict(now);
      } finally {
        evicting.set(false);
      }
    }
    return before == null ? fresh : before;
  }

  private void evict(long now) {
    Candidate[] all = new Candidate[states.size()];
    int count = 0;
    for (Map.Entry<Key, HostState> entry : states.entrySet()) {
      if (count == all.length) {
        break;
      }
      all[count++] = new Candidate(entry.getKey(), entry.getValue(), now);
    }
    Arrays.sort(all, 0, count, Candidate.FIRST_OUT);
    int surplus = Math.min(count, count - MOST + BATCH);
    for (int i = 0; i < surplus; i++) {
      states.remove(all[i].key, all[i].state);
    }
  }

  private static final class Candidate {

    static final Comparator<Candidate> FIRST_OUT =
        new Comparator<Candidate>() {
          @Override
          public int compare(Candidate a, Candidate b) {
            return a.open == b.open ? Long.compare(b.idleNanos, a.idleNanos) : a.open ? 1 : -1;
          }
        };

    final Key key;
    final HostState state;
    final boolean open;
    final long idleNanos;

    Candidate(Key key, HostState state, long now) {
      this.key = key;
      this.state = state;
      // Each is read once: a sort must not see them change.
      this.open = state.isOpen(now);
      this.idleNanos = now - state.usedAtNanos;
    }
  }

  private static final class Key {
    private final String policy;
    private final String host;
    private final int port;

    Key(String policy, String host, int port) {
      this.policy = policy;
      this.host = host;
      this.port = port;
    }

    String label() {
      if (host.isEmpty()) {
        return "policy " + policy;
      }
      return HostState.label(host, port);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (!(other instanceof Key)) {
        return false;
      }
      Key key = (Key) other;
      return port == key.port && host.equals(key.host) && policy.equals(key.policy);
    }

    @Override
    public int hashCode() {
      return (policy.hashCode() * 31 + host.hashCode()) * 31 + port;
    }
  }
}
