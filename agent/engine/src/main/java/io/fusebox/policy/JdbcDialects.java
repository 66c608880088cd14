package io.fusebox.policy;

/** The dialects by vendor, and the wrappers that stand before one. Stateless. */
final class JdbcDialects {

  private static final int MAX_VENDOR = 40;
  private static final String SECRETS_MANAGER = "jdbc-secretsmanager:";

  /** Drivers that pass on what stands behind their name. */
  private static final String[] WRAPPERS = {
    "aws-wrapper:", "jfr:", "log4jdbc:", "opentelemetry:", "otel:", "p6spy:", "tracing:"
  };

  /** Drivers whose URLs name the vendor behind themselves, in a form of their own. */
  private static final String[] DRIVERS = {"jtds", "microsoft", "tc"};

  private JdbcDialects() {}

  /** Where the vendor of the innermost URL begins; -1 where that is no JDBC URL. */
  static int vendorAt(String url) {
    int at = -1;
    if (JdbcText.startsWith(url, MatchParser.JDBC, 0)) {
      at = MatchParser.JDBC.length();
    } else if (JdbcText.startsWith(url, SECRETS_MANAGER, 0)) {
      at = SECRETS_MANAGER.length();
    }
    int before = -1;
    while (at > before) {
      before = at;
      at = behindWrapper(url, at);
    }
    return at;
  }

  private static int behindWrapper(String url, int at) {
    for (int i = 0; i < WRAPPERS.length; i++) {
      if (JdbcText.startsWith(url, WRAPPERS[i], at)) {
        int behind = at + WRAPPERS[i].length();
        boolean whole = JdbcText.startsWith(url, MatchParser.JDBC, behind);
        return whole ? behind + MatchParser.JDBC.length() : behind;
      }
    }
    return at;
  }

  /** Whether that part of the text can be a vendor's name. */
  static boolean isVendor(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && (c < '0' || c > '9') && "+-_.".indexOf(c) < 0) {
        return false;
      }
    }
    return from < to && to - from <= MAX_VENDOR;
  }

  /** Whether the name, in lower case, never is that of a URL's vendor, for it is a wrapper's. */
  static boolean isWrapper(String name) {
    for (int i = 0; i < WRAPPERS.length; i++) {
      if (WRAPPERS[i].length() == name.length() + 1 && WRAPPERS[i].startsWith(name)) {
        return true;
      }
    }
    for (int i = 0; i < DRIVERS.length; i++) {
      if (DRIVERS[i].equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** The vendor's own name, for one that has two. */
  static String vendorOf(String name) {
    return name.equals("ch") ? "clickhouse" : name.equals("mysql+srv") ? "mysql" : name;
  }

  /** How URLs are read that begin with that name, in lower case. */
  static JdbcDialect of(String name) {
    switch (name) {
      case "postgresql":
      case "pgsql":
      case "opengauss":
        return new PostgresDialect(5432);
      case "yugabytedb":
        return new PostgresDialect(5433);
      case "cockroachdb":
        return new PostgresDialect(26257);
      case "mysql":
      case "mariadb":
      case "singlestore":
        return new MysqlDialect(false);
      case "mysql+srv":
        return new MysqlDialect(true);
      case "oracle":
        return new OracleDialect();
      case "sqlserver":
        return new SqlServerDialect();
      case "jtds":
      case "microsoft":
        return new JtdsDialect();
      case "tc":
        return new ContainerDialect();
      default:
        return more(name);
    }
  }

  private static JdbcDialect more(String name) {
    switch (name) {
      case "h2":
        return new H2Dialect();
      case "hsqldb":
        return new HsqldbDialect();
      case "derby":
        return new DerbyDialect();
      case "sqlite":
      case "duckdb":
        return new FileDialect();
      case "db2":
        return new Db2Dialect();
      case "redshift":
        return new RedshiftDialect();
      case "trino":
      case "presto":
        return new TrinoDialect();
      case "snowflake":
        return new SnowflakeDialect();
      case "clickhouse":
      case "ch":
        return new ClickHouseDialect();
      case "shardingsphere":
      case "calcite":
        return new VirtualDialect();
      default:
        return new GenericDialect(name);
    }
  }
}
