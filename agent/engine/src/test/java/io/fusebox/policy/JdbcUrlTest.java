package io.fusebox.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where JDBC URLs go, as their drivers read them. */
@Timeout(20)
class JdbcUrlTest {

  private static String hosts(JdbcUrl url) {
    List<String> hosts = new ArrayList<>();
    for (int i = 0; i < url.hostCount(); i++) {
      hosts.add(url.host(i) + (url.port(i) < 0 ? "" : " " + url.port(i)));
    }
    return hosts.isEmpty() ? "-" : String.join(", ", hosts);
  }

  private static String orNone(@Nullable String text) {
    return text == null ? "-" : text;
  }

  private static void assertRead(
      @Nullable String text, String vendor, JdbcReach reach, String hosts, String database) {
    JdbcUrl url = JdbcUrl.parse(text);
    assertEquals(vendor, url.vendor(), text);
    assertEquals(hosts, hosts(url), text);
    assertEquals(database, orNone(url.database()), text);
    assertEquals(reach, url.reach(), text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "//db1.example.com:6543/orders | db1.example.com 6543 | orders",
        "//db1.example.com/orders | db1.example.com 5432 | orders",
        "orders | localhost 5432 | orders",
        "'' | localhost 5432 | -",
        "/// | localhost 5432 | -",
        "// | localhost 5432 | -",
        "?user=me | localhost 5432 | me",
        "///?user=me | localhost 5432 | me",
        "//db1/ | db1 5432 | -",
        "//db1/?user=me | db1 5432 | me",
        "//db1 | - | -",
        "/orders | - | -",
        "//db1/a/b | - | -",
        "//[2001:db8::7]:5433/orders | 2001:db8::7 5433 | orders",
        "//[::1]/orders | ::1 5432 | orders",
        "//h1:5432,h2:5433,h3/orders?targetServerType=primary"
            + " | h1 5432, h2 5433, h3 5432 | orders",
        "//h1,h2/orders?targetServerType=preferSecondary&loadBalanceHosts=true"
            + " | h1 5432, h2 5432 | orders",
        "//:5433/orders | localhost 5433 | orders",
        "orders?host=elsewhere&port=9 | elsewhere 9 | orders",
        "orders?host=a,b,::1&port=1,2 | a 1, b 2, ::1 5432 | orders",
        "//h/orders?host=elsewhere | elsewhere 5432 | orders",
        "//h/a?dbname=b | h 5432 | b",
        "//db1:5432/my%20db?user=a%40b | db1 5432 | my db",
        "//db1/my%zzdb | - | -",
        "//db1/orders?user=%zz | - | -",
        "//localhost/orders?service=prod | - | orders",
        "//db1/orders?service=prod | db1 5432 | orders",
        "///orders?cloudSqlInstance=proj:region:inst"
            + "&socketFactory=com.google.cloud.sql.postgres.SocketFactory | - | orders",
        "//localhost/orders?socketFactory=org.newsclub.net.unix.AFUNIXSocketFactory$FactoryArg"
            + "&socketFactoryArg=/var/run/postgresql/.s.PGSQL.5432 | - | orders",
      })
  void postgresql(String rest, String hosts, String database) {
    assertRead("jdbc:postgresql:" + rest, "postgresql", JdbcReach.NETWORK, hosts, database);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mysql://m1:3307/shop | m1 3307 | shop",
        "mysql://m1/shop | m1 3306 | shop",
        "mysql:///shop | localhost 3306 | shop",
        "mysql:// | localhost 3306 | -",
        "mysql://u:p@m1:3307/shop | m1 3307 | shop",
        "mysql://m1:3306,m2:3307/shop | m1 3306, m2 3307 | shop",
        "mysql://[::1]:3307/shop | ::1 3307 | shop",
        "mysql://[2001:db8::1]/shop | 2001:db8::1 3306 | shop",
        "mysql://address=(host=m1)(port=3307)(user=x)/shop | m1 3307 | shop",
        "mysql://(host=m1,port=3307),(host=m2,port=3308)/shop | m1 3307, m2 3308 | shop",
        "mysql://u:p@[m1:3307,m2]/shop | m1 3307, m2 3306 | shop",
        "mysql:loadbalance://m1,m2:3308/shop | m1 3306, m2 3308 | shop",
        "mysql:replication://src:3306,rep1:3306,rep2:3306/shop"
            + " | src 3306, rep1 3306, rep2 3306 | shop",
        "mysql+srv://_mysql._tcp.example.com/shop | _mysql._tcp.example.com | shop",
        "mysql://m1/shop?dnsSrv=true | m1 | shop",
        "mysql://m1:3306/shop?dnsSrv=true | - | -",
        "mysql:aurora://c1/shop | c1 3306 | shop",
        "mysql://db/shop?socketFactory=com.google.cloud.sql.mysql.SocketFactory"
            + "&cloudSqlInstance=p:r:i | - | shop",
        "mysql://m1/my%20shop?a=b | m1 3306 | my shop",
        "mariadb://m1:3307/shop | m1 3307 | shop",
        "mariadb://m1 | m1 3306 | -",
        "mariadb:///shop | localhost 3306 | shop",
        "mariadb://m1,m2:3308/shop | m1 3306, m2 3308 | shop",
        "mariadb:sequential://m1,m2:3308/shop | m1 3306, m2 3308 | shop",
        "mariadb:replication://m1,m2,m3/shop | m1 3306, m2 3306, m3 3306 | shop",
        "mariadb:loadbalance://m1,m2/shop | m1 3306, m2 3306 | shop",
        "mariadb:failover://m1,m2/shop | m1 3306, m2 3306 | shop",
        "mariadb:replication://address=(host=m1)(port=3307)(type=primary),"
            + "address=(host=m2)(type=replica)/shop | m1 3307, m2 3306 | shop",
        "mariadb://[2001:db8::5]:3308/shop | 2001:db8::5 3308 | shop",
        "mariadb://address=(host=2001:db8::5)(port=3308)/shop | 2001:db8::5 3308 | shop",
        "mariadb://address=(localSocket=/run/mysqld/mysqld.sock)/shop | - | shop",
        "mariadb:///shop?localSocket=/run/mysqld/mysqld.sock | - | shop",
        "mariadb:aurora://c1/shop | c1 3306 | shop",
      })
  void mysqlAndMariadb(String rest, String hosts, String database) {
    String vendor = rest.startsWith("mysql") ? "mysql" : "mariadb";
    assertRead("jdbc:" + rest, vendor, JdbcReach.NETWORK, hosts, database);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "@o1:1521:ORCL | o1 1521 | ORCL",
        "@//o1:1521/svc.example.com | o1 1521 | svc.example.com",
        "@o1:1521/svc | o1 1521 | svc",
        "@o1:1522 | o1 1522 | -",
        "@o1/svc | o1 1521 | svc",
        "@tcp://o1:1522/svc | o1 1522 | svc",
        "@tcps://o1:2484/svc?wallet_location=/w | o1 2484 | svc",
        "@tcp://o1:5521,o2:1521/svc | o1 5521, o2 1521 | svc",
        "@tcp://o1,o2;o3/svc | o1 1521, o2 1521, o3 1521 | svc",
        "@//o1/svc:dedicated/inst1 | o1 1521 | svc",
        "@o1:1521/svc?connect_timeout=5&retry_count=2 | o1 1521 | svc",
        "@[2001:db8::1]:1521/svc | 2001:db8::1 1521 | svc",
        "scott/tiger@o1:1521:ORCL | o1 1521 | ORCL",
        "@(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=o1)(PORT=1521))"
            + "(CONNECT_DATA=(SERVICE_NAME=svc))) | o1 1521 | svc",
        "@( description = (LOAD_BALANCE=on) (address_list= (address=(port=1)(host=o1))"
            + " (ADDRESS=(PROTOCOL=tcp)(HOST=[::1])))(CONNECT_DATA=(SID=S))) | o1 1, ::1 1521 | S",
        "@PRODTNS?TNS_ADMIN=/etc/ora | - | -",
        "@ldap://ldap1:389/svc,cn=OracleContext,dc=x | - | svc",
        "scott/tiger | - | -",
      })
  void oracleThin(String rest, String hosts, String database) {
    assertRead("jdbc:oracle:thin:" + rest, "oracle", JdbcReach.NETWORK, hosts, database);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sqlserver://s1:1434;databaseName=crm;encrypt=true | s1 1434 | crm",
        "sqlserver://s1;databaseName=crm | s1 1433 | crm",
        "sqlserver://s1\\SQLEXPRESS;databaseName=crm | s1 | crm",
        "sqlserver://s1\\SQLEXPRESS:1500;databaseName=crm | s1 1500 | crm",
        "sqlserver://;serverName=s1;portNumber=1500;databaseName=crm | s1 1500 | crm",
        "sqlserver://;serverName=s1\\INST1;databaseName=crm | s1 | crm",
        "sqlserver://;serverName=2001:db8::9;databaseName=crm | 2001:db8::9 1433 | crm",
        "sqlserver://s1;instanceName=INST1;database=crm | s1 | crm",
        "sqlserver://[2001:db8::9]:1433;databaseName=crm | - | crm",
        "sqlserver://s1;failoverPartner=s2;databaseName=crm | s1 1433, s2 1433 | crm",
        "sqlserver://ag-listener;multiSubnetFailover=true;applicationIntent=ReadOnly;"
            + "databaseName=crm | ag-listener 1433 | crm",
        "sqlserver://s1;password={a;databaseName=x}};};databaseName={c;m} | s1 1433 | c;m",
        "jtds:sqlserver://s1:1433/crm;instance=I1 | s1 1433 | crm",
        "jtds:sqlserver://s1/crm | s1 1433 | crm",
        "jtds:sqlserver://s1/crm;instance=I1 | s1 | crm",
        "microsoft:sqlserver://s1:1433;DatabaseName=crm | s1 1433 | crm",
      })
  void sqlServer(String rest, String hosts, String database) {
    assertRead("jdbc:" + rest, "sqlserver", JdbcReach.NETWORK, hosts, database);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h2:mem: | mem | -",
        "h2:mem:test;DB_CLOSE_DELAY=-1 | mem | test",
        "h2:~/test | file | ~/test",
        "h2:file:/data/test | file | /data/test",
        "h2:./test | file | ./test",
        "h2:zip:~/db.zip!/test | zip | ~/db.zip!/test",
        "h2:nio:~/test | nio | ~/test",
        "h2:split:~/test | split | ~/test",
        "h2:C:/data/test | file | C:/data/test",
        "h2:/data/test;AUTO_SERVER=TRUE | file | /data/test",
        "sqlite::memory: | - | :memory:",
        "sqlite: | - | -",
        "sqlite:/data/a.db | - | /data/a.db",
        "sqlite:file:a?mode=memory&cache=shared | - | file:a",
        "sqlite::resource:a.db | - | :resource:a.db",
        "sqlite::resource:http://h/a.db | - | :resource:http://h/a.db",
        "derby:memory:d;create=true | memory | d",
        "derby:/data/d | directory | /data/d",
        "derby:directory:d | directory | d",
        "derby:classpath:/d | classpath | /d",
        "derby:jar:(a.jar)d | jar | (a.jar)d",
        "derby:;databaseName=d | directory | d",
        "hsqldb:mem:acc | mem | acc",
        "hsqldb:mem:ACC | mem | acc",
        "hsqldb:file:/opt/db/acc | file | /opt/db/acc",
        "hsqldb:res:/db/acc | res | /db/acc",
        "hsqldb:acc | file | acc",
        "hsqldb:. | mem | .",
        "duckdb: | - | -",
        "duckdb:/data/a.duckdb | - | /data/a.duckdb",
      })
  void embedded(String rest, String storage, String database) {
    String vendor = rest.substring(0, rest.indexOf(':'));
    assertRead("jdbc:" + rest, vendor, JdbcReach.EMBEDDED, "-", database);
    assertEquals(storage, orNone(JdbcUrl.parse("jdbc:" + rest).storage()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h2:tcp://h1/~/test | h1 9092 | ~/test",
        "h2:tcp://h1:9093/mem:test | h1 9093 | mem:test",
        "h2:tcp://[::1]:9094/test | ::1 9094 | test",
        "h2:tcp://h1:9092,h2:9093/test | h1 9092, h2 9093 | test",
        "h2:ssl://h1:9443/~/test;USER=sa | h1 9443 | ~/test",
        "derby://d1:1527/sample;create=true | d1 1527 | sample",
        "derby://d1/memory:sample | d1 1527 | memory:sample",
        "hsqldb:hsql://h1/xdb | h1 9001 | xdb",
        "hsqldb:http://h1/xdb | h1 80 | xdb",
        "hsqldb:https://h1:8443/xdb | h1 8443 | xdb",
        "hsqldb:hsql://[::1]:9003/xdb | ::1 9003 | xdb",
        "redshift://c1.abc.us-east-1.redshift.amazonaws.com/dev"
            + " | c1.abc.us-east-1.redshift.amazonaws.com 5439 | dev",
        "redshift:iam://c1:us-east-1/dev | - | dev",
        "redshift:iam://c1.abc.us-east-1.redshift.amazonaws.com:5439/dev"
            + " | c1.abc.us-east-1.redshift.amazonaws.com 5439 | dev",
        "trino://t1?user=x | t1 80 | -",
        "trino://t1/hive?user=x&SSL=true | t1 443 | hive",
        "trino://t1:8080/hive/default?user=x | t1 8080 | hive.default",
        "snowflake://acc.eu-central-1.snowflakecomputing.com/?db=D&warehouse=W"
            + " | acc.eu-central-1.snowflakecomputing.com 443 | D",
        "clickhouse://c1/db | c1 8123 | db",
        "clickhouse:http://c1:8123/p/db | c1 8123 | db",
        "db2://d1:50000/SAMPLE:user=u;password=p; | d1 50000 | SAMPLE",
        "db2://d1/SAMPLE | d1 446 | SAMPLE",
        "cockroachdb://y1/app | y1 26257 | app",
        "yugabytedb://y1:5433,y2:5433/app?load-balance=true | y1 5433, y2 5433 | app",
        "x://a:1,b/db | a 1, b | db",
        "vertica://v1/db | v1 5433 | db",
      })
  void overTheNetwork(String rest, String hosts, String database) {
    String vendor = rest.substring(0, rest.indexOf(':'));
    assertRead("jdbc:" + rest, vendor, JdbcReach.NETWORK, hosts, database);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:ch:https://c1:8443/db | clickhouse | c1 8443 | db",
        "jdbc:ch:https://c1/db | clickhouse | c1 8443 | db",
        "jdbc:aws-wrapper:postgresql://c.cluster-x.us-east-1.rds.amazonaws.com:5432/app"
            + "?wrapperPlugins=failover2,efm2"
            + " | postgresql | c.cluster-x.us-east-1.rds.amazonaws.com 5432 | app",
        "jdbc:aws-wrapper:mysql://c.cluster-ro-x.us-east-1.rds.amazonaws.com/app"
            + " | mysql | c.cluster-ro-x.us-east-1.rds.amazonaws.com 3306 | app",
        "jdbc:aws-wrapper:mariadb://m1:3307/app | mariadb | m1 3307 | app",
        "jdbc:otel:postgresql://h/db | postgresql | h 5432 | db",
        "jdbc:p6spy:mysql://h/db | mysql | h 3306 | db",
        "jdbc:tracing:mysql://h:5/db | mysql | h 5 | db",
        "jdbc-secretsmanager:postgresql://h:5/db | postgresql | h 5 | db",
        "jdbc:log4jdbc:oracle:thin:@o1/svc | oracle | o1 1521 | svc",
        "jdbc:p6spy:otel:jdbc:mysql://h/db | mysql | h 3306 | db",
        "jdbc:tc:postgresql:15:///db | postgresql | - | db",
        "jdbc:tc:mysql:8.0.36://somewhere/db?TC_INITSCRIPT=a.sql | mysql | - | db",
        "JDBC:PostgreSQL://h/db | postgresql | h 5432 | db",
      })
  void aWrapperIsReadOver(String url, String vendor, String hosts, String database) {
    assertRead(url, vendor, JdbcReach.NETWORK, hosts, database);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:oracle:oci:@PRODTNS | oracle | - | -",
        "jdbc:oracle:oci:@//o1:1522/svc | oracle | o1 1522 | svc",
        "jdbc:oracle:kprb: | oracle | - | -",
        "jdbc:db2:SAMPLE | db2 | - | SAMPLE",
        "jdbc:db2:SAMPLE:user=u; | db2 | - | SAMPLE",
        "jdbc:duckdb:md:mine | duckdb | - | md:mine",
      })
  void nativeClients(String url, String vendor, String hosts, String database) {
    assertRead(url, vendor, JdbcReach.NATIVE, hosts, database);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:shardingsphere:classpath:cfg.yaml", "jdbc:calcite:model=m.json"})
  void virtualDriversGoNowhereThemselves(String url) {
    assertRead(url, url.substring(5, url.indexOf(':', 5)), JdbcReach.VIRTUAL, "-", "-");
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {
        "jdbc:",
        "jdbc::",
        "jdbc:: ",
        "jdbc:x",
        "bogus:x",
        "jdbc:a b://c/d",
        "jdbc:otel:",
        "http://a",
        " jdbc:x://a"
      })
  void whatIsNoJdbcUrlIsUnknown(@Nullable String url) {
    assertRead(url, JdbcUrl.UNKNOWN, JdbcReach.UNKNOWN, "-", "-");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://a b/db",
        "jdbc:mysql://a\nb/db",
        "jdbc:mariadb://a%zz/db",
        "jdbc:x://a<b>/db",
        "jdbc:sqlserver://a\tb;databaseName=db",
        "jdbc:oracle:thin:@a b/db"
      })
  void whatCanBeNoHostIsNone(String url) {
    JdbcUrl parsed = JdbcUrl.parse(url);
    assertEquals("-", hosts(parsed));
    assertEquals("db", parsed.database());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:postgresql://localhost/o?service=prod | prod | -",
        "jdbc:postgresql:///o?cloudSqlInstance=proj:region:inst | proj:region:inst | -",
        "jdbc:mysql://db/s?cloudSqlInstance=p:r:i | p:r:i | -",
        "jdbc:oracle:thin:@PRODTNS?TNS_ADMIN=/etc/ora | PRODTNS | -",
        "jdbc:oracle:oci:@PRODTNS | PRODTNS | -",
        "jdbc:sqlserver://s1\\SQLEXPRESS | sqlexpress | -",
        "jdbc:sqlserver://s1;instanceName=INST1 | inst1 | -",
        "jdbc:sqlserver://;serverName=s1\\INST1 | inst1 | -",
        "jdbc:redshift:iam://c1:us-east-1/dev | c1 | -",
        "jdbc:mariadb://address=(localSocket=/run/m.sock)/s | - | /run/m.sock",
        "jdbc:mariadb:///s?localSocket=/run/m.sock | - | /run/m.sock",
        "jdbc:mysql:///s?socketFactory=org.newsclub.net.mysql.AFUNIXDatabaseSocketFactory"
            + "&junixsocket.file=/tmp/m.sock | - | /tmp/m.sock",
        "jdbc:postgresql://localhost/o"
            + "?socketFactory=org.newsclub.net.unix.AFUNIXSocketFactory$FactoryArg"
            + "&socketFactoryArg=/var/run/.s.PGSQL.5432 | - | /var/run/.s.PGSQL.5432",
      })
  void whatStandsForAHostIsTold(String text, String alias, String socket) {
    JdbcUrl url = JdbcUrl.parse(text);
    assertEquals(alias, orNone(url.alias()));
    assertEquals(socket, orNone(url.unixSocket()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:postgresql://h/d?user=a%40b&ApplicationName=my+app | a@b | my app",
        "jdbc:postgresql://u:p@h/d | u | -",
        "jdbc:mysql://u:p@h/d | u | -",
        "jdbc:mysql://u%20v:p@h/d | u v | -",
        "jdbc:mysql://u:p@h1,h2/d | u | -",
        "jdbc:mysql://h/d?user=u&password=p | u | -",
        "jdbc:mysql://address=(host=h)(user=u)(password=p)/d | u | -",
        "jdbc:mysql://u:p@[h1,h2]/d | u | -",
        "jdbc:mysql://h/d?connectionAttributes=a:b,program_name:batch,c:d | - | batch",
        "jdbc:mariadb://h/d?connectionAttributes=program_name:batch%201 | - | batch 1",
        "jdbc:sqlserver://h;user=u;password={p;user=x};applicationName=app | u | app",
        "jdbc:jtds:sqlserver://h/d;user=u;appName=app | u | app",
        "jdbc:oracle:thin:scott/tiger@h:1521:S | scott | -",
        "jdbc:oracle:thin:\"Scott\"/\"t@g\"@//h/s | Scott | -",
        "jdbc:oracle:thin:scott@h/s | scott | -",
        "jdbc:oracle:thin:/@PRODTNS | - | -",
        "jdbc:oracle:thin:@h/s?v$session.program=app | - | app",
        "jdbc:h2:mem:t;USER=sa;PASSWORD=p | sa | -",
        "jdbc:h2:tcp://h/t;USER=sa | sa | -",
        "jdbc:hsqldb:hsql://h/t;user=SA | SA | -",
        "jdbc:derby://h/d;user=u | u | -",
        "jdbc:db2://h/D:user=u;password=p;clientProgramName=app; | u | app",
        "jdbc:redshift://h/d?UID=u&ApplicationName=app | u | app",
        "jdbc:trino://h/c?user=u&source=app | u | app",
        "jdbc:snowflake://h/?user=u&application=app | u | app",
        "jdbc:clickhouse://h/d?user=u | u | -",
        "jdbc:x://h/d?user=u | u | -",
        "jdbc:x://h/d;user=u;applicationName=app | u | app",
        "jdbc:otel:postgresql://h/d?user=u | u | -",
        "jdbc:tc:postgresql:15:///d?user=u | u | -",
      })
  void whoConnectsIsTold(String text, String user, String application) {
    JdbcUrl url = JdbcUrl.parse(text);
    assertEquals(user, orNone(url.user()));
    assertEquals(application, orNone(url.application()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://u:SECRET@h/d",
        "jdbc:mysql://u:SECRET/x@h/d",
        "jdbc:mysql://u:a/SECRET@h/d",
        "jdbc:mysql://u:a,SECRET@h/d",
        "jdbc:mysql://u:a,SECRET,b@h/d",
        "jdbc:mysql://u:1,SECRET,b@h/d",
        "jdbc:mysql://u:/SECRET@h/d",
        "jdbc:mysql://u:1/SECRET@h/d",
        "jdbc:mysql://u:a?SECRET@h/d",
        "jdbc:mysql://u:a@SECRET@h/d",
        "jdbc:mysql://u:SECRET@address=(host=h)/d",
        "jdbc:mysql://u:SECRET@[h1,h2]/d",
        "jdbc:mysql://address=(host=h)(password=SECRET)/d",
        "jdbc:mysql://h/d?password=SECRET",
        "jdbc:postgresql://u:SECRET@h/d",
        "jdbc:postgresql://h/d?user=u&password=SECRET",
        "jdbc:sqlserver://h;user=u;password=SECRET",
        "jdbc:sqlserver://h;password={a;user=SECRET};user=u",
        "jdbc:sqlserver://u:SECRET@h;databaseName=d",
        "jdbc:oracle:thin:scott/SECRET@h:1521:S",
        "jdbc:oracle:thin:scott/a@SECRET@h:1521:S",
        "jdbc:oracle:thin:scott/a?SECRET@h/s",
        "jdbc:oracle:thin:scott/SECRET",
        "jdbc:oracle:oci:scott/SECRET@T",
        "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h))(SECURITY=(PASSWORD=SECRET)))",
        "jdbc:h2:mem:t;PASSWORD=SECRET",
        "jdbc:h2:tcp://u:SECRET@h/t",
        "jdbc:derby:d;password=SECRET;bootPassword=SECRET",
        "jdbc:db2://h/D:user=u;password=SECRET;",
        "jdbc:redshift:iam://u:SECRET@h/d",
        "jdbc:redshift:iam://u:a,SECRET@c1:us-east-1/d",
        "jdbc:duckdb:md:d?motherduck_token=SECRET",
        "jdbc:tc:mysql:8://u:SECRET@h/d",
        "jdbc:x://u:SECRET@h/d;password=SECRET",
      })
  void aPasswordIsNotKept(String url) {
    assertFalse(JdbcUrl.parse(url).toString().contains("SECRET"), JdbcUrl.parse(url).toString());
  }

  @Test
  void itIsShownOnOneLine() {
    assertEquals(
        "postgresql db1:6543 [::1]:5432 /orders user me application app",
        JdbcUrl.parse("jdbc:postgresql://db1:6543,[::1]/orders?user=me&ApplicationName=app")
            .toString());
    assertEquals("h2 mem /t", JdbcUrl.parse("jdbc:h2:mem:t").toString());
  }

  @Test
  void hostsAreCanonicalAndBounded() {
    JdbcUrl url = JdbcUrl.parse("jdbc:mysql://DB1.Example.COM.,[0:0::1],[::ffff:10.0.0.1]/d");
    assertEquals("db1.example.com 3306, ::1 3306, 10.0.0.1 3306", hosts(url));
    assertEquals(256, JdbcUrl.parse("jdbc:mysql://h" + ",h".repeat(999) + "/d").hostCount());
    assertNull(JdbcUrl.parse("jdbc:mysql://h/" + "d".repeat(9_999)).database());
  }
}
