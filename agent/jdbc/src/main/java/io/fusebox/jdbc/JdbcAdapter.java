package io.fusebox.jdbc;

import io.fusebox.calls.CallGuards;
import io.fusebox.calls.CallServices;
import io.fusebox.calls.WatchingAdapter;
import io.fusebox.engine.Counters;
import io.fusebox.policy.Policy;
import java.net.Socket;
import java.net.SocketAddress;
import java.sql.Connection;
import java.sql.FuseboxSqlRejectedException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind the watched methods of JDBC drivers. A call is known by the physical
 * connection that it goes over; what a pool or another wrapper puts around it has none that is
 * known, so it counts once, at the innermost.
 */
public final class JdbcAdapter implements WatchingAdapter {

  final CallServices services;
  final Captured captured = new Captured();
  final Cancels cancels = new Cancels(captured);
  private final Links links = new Links();
  private final Unseen unseen = new Unseen(captured);

  /** Made by name. */
  public JdbcAdapter(CallServices services) {
    this.services = services;
  }

  @Override
  public @Nullable Object enter(
      int point, @Nullable Object self, @Nullable Object first, @Nullable Object second)
      throws SQLException {
    Kind kind = Methods.kind(point);
    if (kind == Kind.SOCKET) {
      SocketUser user = captured.user();
      return user == null || self == null
          ? null
          : user.connects((Socket) self, (SocketAddress) first);
    }
    if (kind == Kind.CONNECT) {
      return connect(first, second, Methods.isInner(point));
    }
    if (kind == Kind.FETCH && !services.policies().cutsLong()) {
      return null;
    }
    if (kind == Kind.CANCEL) {
      return self instanceof Statement && captured.user() == null ? ownCancel(self) : null;
    }
    Object caller = self instanceof ResultSet ? statement((ResultSet) self) : self;
    Connection connection = connection(caller);
    Link link = connection == null ? null : link(connection);
    if (link == null || caller == null) {
      return null;
    }
    return call(point, kind, caller, first, link);
  }

  /** By what runs: to ask the statement for its connection may take a lock that the call holds. */
  private @Nullable Object ownCancel(Object statement) {
    Link link = links.using(statement);
    return link == null ? null : new OwnCancel(captured, link);
  }

  /** Null for one that has none, or is closed. */
  private static @Nullable Statement statement(ResultSet rows) {
    try {
      return rows.getStatement();
    } catch (SQLException e) {
      return null; // It will say so itself.
    }
  }

  private @Nullable Object connect(
      @Nullable Object url, @Nullable Object properties, boolean inner) {
    if (url == null) {
      return null;
    }
    Properties given = properties instanceof Properties ? (Properties) properties : null;
    Connecting connecting =
        new Connecting(this, captured.user(), Target.of(url.toString(), given), inner);
    connecting.begin();
    return connecting;
  }

  /** Null for what is none of a driver, or is closed. */
  private static @Nullable Connection connection(@Nullable Object self) {
    if (self instanceof Statement) {
      try {
        return ((Statement) self).getConnection();
      } catch (SQLException e) {
        return null; // It will say so itself.
      }
    }
    return self instanceof Connection ? (Connection) self : null;
  }

  private @Nullable Link link(Connection connection) throws SQLException {
    Link link = links.find(connection);
    if (link == null) {
      Target target = unseen.look(connection);
      if (target == null) {
        return null;
      }
      link = links.add(new Link(connection, links.gone(), target, null), connection);
    }
    return link.target == Target.NONE ? null : link;
  }

  /** A driver has made a connection. */
  void made(Connection connection, Target target, Socket @Nullable [] sockets) {
    links.add(new Link(connection, links.gone(), target, sockets), connection);
  }

  private @Nullable Object call(
      int point, Kind kind, Object self, @Nullable Object first, Link link) {
    if (link.isUsedBy(Thread.currentThread())) {
      return null;
    }
    link.awaitCancel(services);
    String broken = link.broken();
    if (broken != null) {
      return kind == Kind.CLOSE || kind == Kind.VALIDATE ? null : Failures.closed(broken);
    }
    String undone = link.undone();
    if (undone != null && commits(kind, first)) {
      return Failures.undone(undone);
    }
    Policy policy = link.policy(services);
    if (policy == null || !policy.armsAnything()) {
      return kind == Kind.AUTO_COMMIT ? new Switched(link, first == Boolean.TRUE) : null;
    }
    if (kind == Kind.FETCH && !policy.cutsLong()) {
      return null;
    }
    if (kind != Kind.FETCH && kind != Kind.CLOSE) {
      services.counters().count(policy.name(), Counters.Event.CALLS);
    }
    CallGuards guards = null;
    long now = services.ticker().nanos();
    if (kind == Kind.EXECUTE && (policy.breaker() != null || policy.bulkhead() != 0)) {
      guards = CallGuards.of(services, policy, link.target.key(), link.target.port, now);
      String why = guards.admit(now);
      if (why != null) {
        return new FuseboxSqlRejectedException(guards.tellRejection(link.label(point), why));
      }
    }
    Word word = word(kind, first);
    Execution execution;
    if (kind == Kind.AUTO_COMMIT) {
      execution = new AutoCommit(this, link, policy, self, point, first == Boolean.TRUE, now);
    } else if (word != Word.OTHER) {
      execution = new Wording(this, link, policy, guards, self, point, word, now);
    } else {
      execution = new Execution(this, link, policy, guards, self, point, now);
    }
    execution.begin();
    return execution;
  }

  private static boolean commits(Kind kind, @Nullable Object first) {
    return kind == Kind.COMMIT
        || (kind == Kind.AUTO_COMMIT && first == Boolean.TRUE)
        || word(kind, first) == Word.COMMIT;
  }

  private static Word word(Kind kind, @Nullable Object first) {
    return kind == Kind.EXECUTE && first instanceof String ? Word.of((String) first) : Word.OTHER;
  }
}
