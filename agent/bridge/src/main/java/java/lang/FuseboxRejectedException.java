package java.lang;

import java.io.IOException;

/**
 * A call that was refused before anything of it was sent: its breaker is open, or its bulkhead is
 * full. The message says which, of what host, since when and why. An {@code IOException}, for that
 * is what callers of HTTP clients handle; defined in {@code java.base}, so that every class loader
 * sees one and the same type.
 */
public final class FuseboxRejectedException extends IOException {

  private static final long serialVersionUID = 1;

  /** A refusal in one line. */
  public FuseboxRejectedException(String message) {
    super(message);
  }
}
