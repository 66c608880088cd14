package io.fusebox.testapp.safety;

import io.fusebox.testapp.Jdk;
import io.fusebox.testapp.Jdks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * What keeps the time of these tests within bounds: forks two at a time, and for what hardly
 * depends on the Java only the two that differ most.
 */
final class Pairs {

  private Pairs() {}

  /** Of those that have {@code java.net.http}. */
  static Stream<Jdk> oldestAndNewest() {
    Comparator<Jdk> byAge = Comparator.comparingInt(Jdk::feature);
    return Stream.concat(
            Jdks.withHttpClient().min(byAge).stream(), Jdks.withHttpClient().max(byAge).stream())
        .distinct();
  }

  /** Those that are meant; where there is none, any, for a test that says what it lacks. */
  static Stream<Jdk> those(Stream<Jdk> jdks, IntPredicate feature) {
    List<Jdk> all = jdks.toList();
    List<Jdk> meant = all.stream().filter(jdk -> feature.test(jdk.feature())).toList();
    return meant.isEmpty() ? all.stream().limit(1) : meant.stream();
  }

  /** What each gives, in order. */
  @SafeVarargs
  @SuppressWarnings("varargs") // They are only read.
  static <T> List<T> of(Callable<T>... forks) throws Exception {
    ExecutorService two = Executors.newFixedThreadPool(2);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> result : two.invokeAll(List.of(forks))) {
        results.add(result.get());
      }
      return results;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error) {
        throw (Error) e.getCause();
      }
      // An assumption that does not hold is an exception too, and has to stay one.
      throw e.getCause() instanceof RuntimeException ? (RuntimeException) e.getCause() : e;
    } finally {
      two.shutdownNow();
    }
  }
}
