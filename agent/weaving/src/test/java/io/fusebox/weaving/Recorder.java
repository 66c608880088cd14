package io.fusebox.weaving;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stands where woven code expects the gate, which only the boot loader may define. */
public final class Recorder {

  /** What was told, in its order. */
  static final List<Object> TOLD = new ArrayList<>();

  /** With which message a watched method is to throw at its beginning; empty for none. */
  static String refusal = "";

  /** With which message it is to throw something else in the end; empty for the same. */
  static String instead = "";

  private Recorder() {}

  /** As the gate has it. */
  public static Object enter(
      int point, @Nullable Object self, @Nullable Object first, @Nullable Object second)
      throws Exception {
    TOLD.add("enter " + point + " " + (self != null) + " " + first + " " + second);
    if (!refusal.isEmpty()) {
      throw new Exception(refusal);
    }
    return "token " + point;
  }

  /** As the gate has it. */
  public static void left(@Nullable Object result, Object token) {
    TOLD.add("left " + result + " " + token);
  }

  /** As the gate has it. */
  public static Throwable failed(Throwable thrown, Object token) {
    TOLD.add("failed " + thrown.getMessage() + " " + token);
    return instead.isEmpty() ? thrown : new Exception(instead);
  }
}
