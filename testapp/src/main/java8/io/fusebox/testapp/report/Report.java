package io.fusebox.testapp.report;

import java.io.PrintStream;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The lines {@code SCENARIO/FIELD=VALUE} of one scenario on standard output. Once closed it prints
 * no more, so a scenario that was given up cannot change its outcome. Thread-safe.
 */
public final class Report {

  // Fixed at construction.
  private final PrintStream out;
  private final String name;

  // Guarded by this.
  private boolean closed;

  public Report(PrintStream out, String name) {
    this.out = out;
    this.name = name;
  }

  public synchronized void put(String field, @Nullable Object value) {
    if (!closed) {
      out.println(name + "/" + field + "=" + oneLine(String.valueOf(value)));
    }
  }

  public synchronized void close() {
    closed = true;
  }

  public void returned(long millis, @Nullable Object value) {
    put("elapsed", millis);
    put("value", value);
    put("outcome", "returned");
  }

  /** Reports the exception as a caller of the client would meet it, and its whole chain. */
  public void threw(long millis, Throwable thrown) {
    put("elapsed", millis);
    Throwable met = unwrapped(thrown);
    put("exception", met.getClass().getName());
    put("message", met.getMessage());
    put("causes", causes(thrown));
    put("messages", messages(thrown));
    put("outcome", "threw");
  }

  public void hung(long boundMillis) {
    put("elapsed", boundMillis);
    put("outcome", "hung");
  }

  /** What a future's own exceptions are about. */
  public static Throwable unwrapped(Throwable thrown) {
    Throwable cause = thrown.getCause();
    boolean wrapper = thrown instanceof ExecutionException || thrown instanceof CompletionException;
    return wrapper && cause != null ? unwrapped(cause) : thrown;
  }

  /** The simple names of an exception and its causes. */
  public static String causes(Throwable thrown) {
    StringBuilder chain = new StringBuilder();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      chain.append(chain.length() == 0 ? "" : " < ").append(t.getClass().getSimpleName());
    }
    return chain.toString();
  }

  private static String messages(Throwable thrown) {
    StringBuilder chain = new StringBuilder();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      chain.append(chain.length() == 0 ? "" : " < ").append(t.getMessage());
    }
    return chain.toString();
  }

  private static String oneLine(String text) {
    return text.replace("\\", "\\\\").replace("\r", "\\r").replace("\n", "\\n");
  }
}
