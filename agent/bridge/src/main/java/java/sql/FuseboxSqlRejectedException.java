package java.sql;

/**
 * A call to a database that was refused before anything of it was sent: its breaker is open, or its
 * bulkhead is full. The connection is as good as before, which its SQLState says to pools: 53300
 * and not one of class 08.
 */
public final class FuseboxSqlRejectedException extends SQLTransientConnectionException {

  private static final long serialVersionUID = 1;

  /** A refusal in one line. */
  public FuseboxSqlRejectedException(String message) {
    super(message, "53300");
  }
}
