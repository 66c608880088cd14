package io.fusebox.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/**
 * Runs contenders in rounds: each once a round, in an order that chance gives. What slows the
 * machine for a while then slows all of them, and what is compared is always of one round. The
 * first round fills the caches of the file system and does not count.
 */
final class Rounds {

  private final List<Contender> contenders;
  private final List<Map<Contender, Map<String, Double>>> done = new ArrayList<>();

  private Rounds(List<Contender> contenders) {
    this.contenders = contenders;
  }

  static Rounds run(
      String title, List<Contender> contenders, int count, Function<Contender, Child> child)
      throws IOException {
    Rounds rounds = new Rounds(contenders);
    Random random = new Random(42);
    for (int round = -1; round < count; round++) {
      System.err.println(title + ": " + (round < 0 ? "warm-up" : (round + 1) + " of " + count));
      Map<Contender, Map<String, Double>> results = new HashMap<>();
      List<Contender> order = new ArrayList<>(contenders);
      Collections.shuffle(order, random);
      for (Contender contender : order) {
        if (contender.takesPart(Math.max(round, 0))) {
          Child finished = child.apply(contender).run();
          results.put(contender, finished.results());
          if (round < 0) {
            System.err.println("  " + contender.name() + ": " + finished.stderrLine("fusebox"));
          }
        }
      }
      if (round >= 0) {
        rounds.done.add(results);
      }
    }
    return rounds;
  }

  List<Contender> contenders() {
    return contenders;
  }

  /** A figure of a contender, over the rounds it took part in. */
  Sample sample(Contender contender, String figure) {
    return new Sample(column(contender, contender, figure).get(0));
  }

  /** A figure over that of another in the same round, as differences. */
  Sample over(Contender contender, Contender base, String figure) {
    List<double[]> columns = column(contender, base, figure);
    double[] differences = columns.get(0);
    for (int i = 0; i < differences.length; i++) {
      differences[i] -= columns.get(1)[i];
    }
    return new Sample(differences);
  }

  /** A figure divided by that of another in the same round. */
  Sample ratio(Contender contender, Contender base, String figure) {
    List<double[]> columns = column(contender, base, figure);
    double[] ratios = columns.get(0);
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] /= columns.get(1)[i];
    }
    return new Sample(ratios);
  }

  private List<double[]> column(Contender one, Contender other, String figure) {
    List<Map<Contender, Map<String, Double>>> both = new ArrayList<>();
    for (Map<Contender, Map<String, Double>> round : done) {
      if (round.containsKey(one) && round.containsKey(other)) {
        both.add(round);
      }
    }
    return List.of(values(both, one, figure), values(both, other, figure));
  }

  private static double[] values(
      List<Map<Contender, Map<String, Double>>> rounds, Contender contender, String figure) {
    return rounds.stream()
        .mapToDouble(
            round -> round.getOrDefault(contender, Map.of()).getOrDefault(figure, Double.NaN))
        .toArray();
  }
}
