package io.fusebox.policy;

/** How the database of a JDBC URL is reached. */
public enum JdbcReach {
  /** Over a socket that the driver opens itself, whether or not the URL says where to. */
  NETWORK,
  /** Not at all: the engine runs in this process. */
  EMBEDDED,
  /** By a native client: no socket of Java's, but maybe one of its own. */
  NATIVE,
  /** Through other JDBC connections, which have URLs of their own. */
  VIRTUAL,
  /** The URL says nothing that is understood. */
  UNKNOWN
}
