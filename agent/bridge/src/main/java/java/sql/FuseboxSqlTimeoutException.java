package java.sql;

/**
 * A call to a database that was not sent, for its time was over before; also what says, as a
 * suppressed exception of the driver's own, why a running one was cut. SQLState HYT00.
 *
 * <p>Not a {@code SQLTimeoutException}: pools take that for a broken connection. Frameworks go by
 * the word in its name. Defined beside {@code java.sql}'s own, so that every class loader sees one
 * and the same type.
 */
public final class FuseboxSqlTimeoutException extends SQLTransientException {

  private static final long serialVersionUID = 1;

  /** The evidence in one line. */
  public FuseboxSqlTimeoutException(String message) {
    super(message, "HYT00");
  }
}
