package io.fusebox.jdbc;

/** What a watched method is, as far as anything depends on it. */
enum Kind {
  /** A socket is about to be connected, by whomever. */
  SOCKET,
  /** A driver makes a physical connection. */
  CONNECT,
  /** A statement is executed: it is admitted, bounded and can be cancelled. */
  EXECUTE,
  /** It may wait for the network and there is nothing that could be cancelled. */
  NETWORK,
  /** The application cancels a statement itself. */
  CANCEL,
  /** Rows are asked for, which may be there already. */
  FETCH,
  /** The transaction is to stay. */
  COMMIT,
  /** The transaction is to go, or what came after a savepoint. */
  ROLLBACK,
  /** A transaction is begun by turning it off, or committed by turning it on. */
  AUTO_COMMIT,
  /** A pool asks whether the connection is good: also of one that we have closed. */
  VALIDATE,
  /** The physical connection is given up. */
  CLOSE
}
