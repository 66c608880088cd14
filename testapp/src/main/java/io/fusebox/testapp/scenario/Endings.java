package io.fusebox.testapp.scenario;

import io.fusebox.testapp.report.Report;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * How calls ended, in order, a word for each: a status, {@code rejected}, {@code timeout}, {@code
 * cancelled}, or an exception's simple name. Reads {@code 503*3, rejected*2}. One thread.
 */
final class Endings {

  private static final String REJECTED = "java.lang.FuseboxRejectedException";

  private final List<String> words = new ArrayList<>();

  static String word(HttpResponse<?> response) {
    return String.valueOf(response.statusCode());
  }

  static String word(Throwable thrown) {
    Throwable met = Report.unwrapped(thrown);
    if (isRejection(met)) {
      return "rejected";
    }
    if (met instanceof HttpTimeoutException) {
      return "timeout";
    }
    if (met instanceof InterruptedException || met instanceof CancellationException) {
      return "cancelled";
    }
    return met.getClass().getSimpleName();
  }

  /** By name, as an application could: it is an IOException, and of the boot loader. */
  static boolean isRejection(Throwable thrown) {
    Class<?> type = thrown.getClass();
    return type.getName().equals(REJECTED)
        && thrown instanceof IOException
        && type.getClassLoader() == null;
  }

  /** What sort of thread it is: its class, its name without the numbers, what it loads from. */
  static String kind(Thread thread) {
    ClassLoader loader = thread.getContextClassLoader();
    return thread.getClass().getSimpleName()
        + " "
        + thread.getName().replaceAll("[0-9]+", "N")
        + (loader == null ? " no loader" : " " + loader.getClass().getSimpleName());
  }

  void add(String word) {
    words.add(word);
  }

  /** Adds the words of calls whose order means nothing. */
  void addSorted(List<String> ofCalls) {
    List<String> sorted = new ArrayList<>(ofCalls);
    Collections.sort(sorted);
    words.addAll(sorted);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words.size(); ) {
      int end = i;
      while (end < words.size() && words.get(end).equals(words.get(i))) {
        end++;
      }
      text.append(text.length() == 0 ? "" : ", ").append(words.get(i));
      text.append(end - i == 1 ? "" : "*" + (end - i));
      i = end;
    }
    return text.toString();
  }
}
