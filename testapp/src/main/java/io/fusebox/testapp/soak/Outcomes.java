package io.fusebox.testapp.soak;

import java.io.IOException;
import java.net.http.HttpResponse;

/** The words for how calls end; of a response it is the status, if nobody made it up. */
final class Outcomes {

  static final String GOOD = "200";
  static final String BUSY = "503";
  static final String CUT = "cut";
  static final String CANCELLED = "cancelled";
  static final String REJECTED = "rejected";
  static final String MADE_UP = "made up";
  static final String FAILED = "failed";

  /** Not how a call ends, but what the server says of some. */
  static final String RESENT = "resent";

  private static final int FALLBACK = 203;

  private Outcomes() {}

  static String of(HttpResponse<?> response) {
    int status = response.statusCode();
    return status == FALLBACK ? MADE_UP : String.valueOf(status);
  }

  static String of(Exception thrown) {
    if (!(thrown instanceof IOException)) {
      return "threw";
    }
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      // By name, as an application could: it does not know the agent.
      if (t.getClass().getName().equals("java.lang.FuseboxRejectedException")) {
        return REJECTED;
      }
      if (String.valueOf(t.getMessage()).contains("policy soak-")) {
        return CUT;
      }
      if (t instanceof SoakCall.HungException) {
        return String.valueOf(thrown.getMessage());
      }
    }
    return FAILED;
  }
}
