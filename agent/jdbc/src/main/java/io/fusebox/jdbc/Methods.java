package io.fusebox.jdbc;

import io.fusebox.weaving.Watch;
import java.util.Arrays;

/**
 * The methods of JDBC that may wait for the network, and by which number woven code tells of each.
 * Names no type of {@code java.sql}, so that it can be used before there is one.
 */
public final class Methods {

  private static final String SET = "Ljava/sql/ResultSet;";
  private static final String STATEMENT = ")Ljava/sql/PreparedStatement;";
  private static final String CALLABLE = ")Ljava/sql/CallableStatement;";
  private static final String SQL = "(Ljava/lang/String;";

  // A kind, then names and descriptors up to the next kind.
  private static final Object[] ROWS = {
    Kind.SOCKET,
    "connect",
    "(Ljava/net/SocketAddress;I)V",
    Kind.CONNECT,
    "connect",
    "(Ljava/lang/String;Ljava/util/Properties;)Ljava/sql/Connection;",
    // pgjdbc's, on the thread that really connects.
    "makeConnection",
    "(Ljava/lang/String;Ljava/util/Properties;)Ljava/sql/Connection;",
    "connect",
    "(Lorg/mariadb/jdbc/Configuration;)Lorg/mariadb/jdbc/Connection;",
    Kind.EXECUTE,
    "executeQuery",
    "()" + SET,
    "executeUpdate",
    "()I",
    "execute",
    "()Z",
    "executeLargeUpdate",
    "()J",
    "executeQuery",
    SQL + ")" + SET,
    "executeUpdate",
    SQL + ")I",
    "executeUpdate",
    SQL + "I)I",
    "executeUpdate",
    SQL + "[I)I",
    "executeUpdate",
    SQL + "[Ljava/lang/String;)I",
    "execute",
    SQL + ")Z",
    "execute",
    SQL + "I)Z",
    "execute",
    SQL + "[I)Z",
    "execute",
    SQL + "[Ljava/lang/String;)Z",
    "executeLargeUpdate",
    SQL + ")J",
    "executeLargeUpdate",
    SQL + "I)J",
    "executeLargeUpdate",
    SQL + "[I)J",
    "executeLargeUpdate",
    SQL + "[Ljava/lang/String;)J",
    "executeBatch",
    "()[I",
    "executeLargeBatch",
    "()[J",
    Kind.NETWORK,
    "prepareStatement",
    SQL + STATEMENT,
    "prepareStatement",
    SQL + "I" + STATEMENT,
    "prepareStatement",
    SQL + "[I" + STATEMENT,
    "prepareStatement",
    SQL + "[Ljava/lang/String;" + STATEMENT,
    "prepareStatement",
    SQL + "II" + STATEMENT,
    "prepareStatement",
    SQL + "III" + STATEMENT,
    "prepareCall",
    SQL + CALLABLE,
    "prepareCall",
    SQL + "II" + CALLABLE,
    "prepareCall",
    SQL + "III" + CALLABLE,
    "setSavepoint",
    "()Ljava/sql/Savepoint;",
    "setSavepoint",
    SQL + ")Ljava/sql/Savepoint;",
    "releaseSavepoint",
    "(Ljava/sql/Savepoint;)V",
    "setTransactionIsolation",
    "(I)V",
    "getTransactionIsolation",
    "()I",
    "setReadOnly",
    "(Z)V",
    "setCatalog",
    SQL + ")V",
    "getCatalog",
    "()Ljava/lang/String;",
    "setSchema",
    SQL + ")V",
    "getSchema",
    "()Ljava/lang/String;",
    "getMoreResults",
    "()Z",
    "getMoreResults",
    "(I)Z",
    Kind.CANCEL,
    "cancel",
    "()V",
    Kind.FETCH,
    "next",
    "()Z",
    "previous",
    "()Z",
    "first",
    "()Z",
    "last",
    "()Z",
    "absolute",
    "(I)Z",
    "relative",
    "(I)Z",
    "afterLast",
    "()V",
    Kind.COMMIT,
    "commit",
    "()V",
    Kind.ROLLBACK,
    "rollback",
    "()V",
    "rollback",
    "(Ljava/sql/Savepoint;)V",
    Kind.AUTO_COMMIT,
    "setAutoCommit",
    "(Z)V",
    Kind.VALIDATE,
    "isValid",
    "(I)Z",
    Kind.CLOSE,
    "close",
    "()V",
  };

  private static final Kind[] KINDS = new Kind[ROWS.length];
  private static final String[] NAMES = new String[ROWS.length];
  private static final Watch[] SOCKETS = new Watch[1];
  private static final Watch[] DRIVERS = list();

  private Methods() {}

  /** For {@code java.net.Socket}. */
  public static Watch[] ofSockets() {
    return SOCKETS.clone();
  }

  /** For every class that a driver may consist of. */
  public static Watch[] ofDrivers() {
    return DRIVERS.clone();
  }

  static Kind kind(int point) {
    return KINDS[point];
  }

  /** Whether it is a driver's own step on the way to a connection, maybe on a thread of its own. */
  static boolean isInner(int point) {
    return NAMES[point].equals("makeConnection");
  }

  /** The method's name. */
  static String name(int point) {
    return NAMES[point];
  }

  /** What a class declares, too, that has it for a database: other things end and begin as well. */
  private static String neighbour(Kind kind) {
    return kind.compareTo(Kind.COMMIT) >= 0 ? "prepareStatement" : "";
  }

  private static Watch[] list() {
    Watch[] all = new Watch[ROWS.length];
    int count = 0;
    Kind kind = Kind.NETWORK;
    for (int i = 0; i < ROWS.length; i++) {
      if (ROWS[i] instanceof Kind) {
        kind = (Kind) ROWS[i];
        continue;
      }
      String name = (String) ROWS[i];
      String descriptor = (String) ROWS[++i];
      // The number of a method is the place of its descriptor.
      KINDS[i] = kind;
      NAMES[i] = name;
      if (kind == Kind.SOCKET) {
        SOCKETS[0] = Watch.entry(i, name, descriptor);
      } else {
        Watch watch = Watch.of(i, name, descriptor);
        all[count++] = watch.beside(neighbour(kind));
      }
    }
    return Arrays.copyOf(all, count);
  }
}
