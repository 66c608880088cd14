package io.fusebox.bench;

import java.util.Arrays;
import java.util.Random;

/** Some values of one figure. */
final class Sample {

  private static final int RESAMPLES = 10_000;

  private final double[] values;

  Sample(double[] values) {
    this.values = values;
  }

  int size() {
    return values.length;
  }

  double least() {
    return Arrays.stream(values).min().orElse(Double.NaN);
  }

  double median() {
    return median(values.clone());
  }

  /** The median, with the interval that holds it in 95 of 100 cases, by bootstrap. */
  String text(int decimals) {
    if (values.length == 0) {
      return "-";
    }
    String median = Tables.number(median(), decimals);
    if (values.length < 5) {
      return median;
    }
    double[] medians = resampled();
    return median
        + " ["
        + Tables.number(medians[(int) (RESAMPLES * 0.025)], decimals)
        + ", "
        + Tables.number(medians[(int) (RESAMPLES * 0.975)], decimals)
        + "]";
  }

  private double[] resampled() {
    Random random = new Random(42);
    double[] medians = new double[RESAMPLES];
    double[] resample = new double[values.length];
    for (int i = 0; i < RESAMPLES; i++) {
      for (int j = 0; j < resample.length; j++) {
        resample[j] = values[random.nextInt(values.length)];
      }
      medians[i] = median(resample);
    }
    Arrays.sort(medians);
    return medians;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int half = values.length / 2;
    if (values.length == 0) {
      return Double.NaN;
    }
    return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  }
}
