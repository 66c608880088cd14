package io.fusebox.policy;

import io.fusebox.engine.BreakerSettings;
import io.fusebox.engine.BudgetSettings;
import io.fusebox.engine.Jitter;
import io.fusebox.engine.RetrySettings;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes of a policy's values what the engine works with, once, when the policy is built. Loaded
 * only where more than timeouts is switched on. Stateless.
 */
final class Arming {

  private static final long SECOND = 1_000_000_000L;
  private static final long LEASE = 30 * SECOND;

  private Arming() {}

  /**
   * @param givesAttempts else there is a key for the operation, and that is all there is
   */
  static RetrySettings retry(Setting[] settings, boolean givesAttempts) {
    RetrySettings.Builder retry = new RetrySettings.Builder();
    if (givesAttempts) {
      retry.attempts(count(of(settings, Key.RETRY_ATTEMPTS)));
    }
    return retry
        .methods(Values.set(of(settings, Key.RETRY_METHODS)))
        .statuses(statuses(settings))
        .backoff(
            of(settings, Key.RETRY_BASE).nanos(),
            of(settings, Key.RETRY_CAP).nanos(),
            jitter(of(settings, Key.RETRY_JITTER)))
        .afterMaxNanos(of(settings, Key.RETRY_AFTER_MAX).nanos())
        .budget(
            new BudgetSettings(
                percent(of(settings, Key.RETRY_RATIO)),
                (int) Values.thousandths(of(settings, Key.RETRY_FLOOR).value()),
                of(settings, Key.RETRY_WINDOW).nanos()))
        .keyHeader(name(of(settings, Key.RETRY_KEY)))
        .attemptHeader(name(of(settings, Key.RETRY_HEADER)))
        .leftToMesh(is(settings, Key.RETRY_LAYER, "mesh"))
        .build();
  }

  static BreakerSettings breaker(Setting[] settings) {
    long openFor = of(settings, Key.BREAKER_OPEN_FOR).nanos();
    Setting maxOpen = of(settings, Key.BREAKER_MAX_OPEN);
    return new BreakerSettings.Builder()
        .rate(
            of(settings, Key.BREAKER_WINDOW).nanos(),
            count(of(settings, Key.BREAKER_MIN_CALLS)),
            percent(of(settings, Key.BREAKER_RATE)))
        .consecutive(count(of(settings, Key.BREAKER_CONSECUTIVE)))
        .slow(
            of(settings, Key.BREAKER_SLOW_CALL).nanos(),
            percent(of(settings, Key.BREAKER_SLOW_RATE)))
        .open(
            openFor,
            maxOpen.nanos() < 0 ? openFor : maxOpen.nanos(),
            is(settings, Key.BREAKER_JITTER, "on"))
        .probes(count(of(settings, Key.BREAKER_PROBES)), lease(settings))
        .counts429(is(settings, Key.BREAKER_429, "on"))
        .forcedOpen(is(settings, Key.BREAKER, "open"))
        .build();
  }

  static FallbackSettings fallback(Setting[] settings) {
    Map<String, String> headers = new LinkedHashMap<String, String>();
    for (int i = Key.ALL.size(); i < settings.length; i++) {
      String key = settings[i].key();
      headers.put(key.substring(Key.HEADER_PREFIX.length()), settings[i].value());
    }
    return new FallbackSettings(
        Values.set(of(settings, Key.FALLBACK_ON)),
        statuses(settings),
        count(of(settings, Key.FALLBACK_STATUS)),
        of(settings, Key.FALLBACK_BODY).value(),
        headers);
  }

  /** A whole number; 0 for {@code off}. */
  static int count(Setting setting) {
    return (int) Math.max(0, Values.count(setting.value()));
  }

  private static int percent(Setting setting) {
    return (int) Math.max(0, Values.percent(setting.value()));
  }

  /** A probe that was not heard of for longer than any of these lasts will not be. */
  private static long lease(Setting[] settings) {
    long attempt = of(settings, Key.ATTEMPT).nanos();
    long total = of(settings, Key.TOTAL).nanos();
    long longest = attempt != Policy.NONE ? attempt : total != Policy.NONE ? total : LEASE;
    return longest + SECOND;
  }

  private static Set<Integer> statuses(Setting[] settings) {
    Set<Integer> statuses = new HashSet<Integer>();
    for (String item : Values.set(of(settings, Key.RETRY_STATUSES))) {
      statuses.add((int) Values.count(item));
    }
    return statuses;
  }

  private static Jitter jitter(Setting setting) {
    for (Jitter jitter : Jitter.values()) {
      if (jitter.word().equals(setting.value())) {
        return jitter;
      }
    }
    return Jitter.FULL;
  }

  private static @Nullable String name(Setting setting) {
    return setting.tableKey().isNothing(setting.value()) ? null : setting.value();
  }

  private static boolean is(Setting[] settings, Key key, String word) {
    return of(settings, key).value().equals(word);
  }

  private static Setting of(Setting[] settings, Key key) {
    return settings[key.index()];
  }
}
