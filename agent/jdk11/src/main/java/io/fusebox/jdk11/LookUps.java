package io.fusebox.jdk11;

import io.fusebox.calls.CallServices;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Looks hosts up on threads of ours before calls to them start. One look-up of a host at a time,
 * whoever else comes waits for it without a thread: a resolver that hangs holds one thread for each
 * host, however many calls there are and however often they are cut.
 */
final class LookUps {

  private final CallServices services;
  private final ResolvedHosts resolved;
  private final ConcurrentMap<String, LookUp> underWay = new ConcurrentHashMap<>();

  LookUps(CallServices services, ResolvedHosts resolved) {
    this.services = services;
    this.resolved = resolved;
  }

  /** Starts something when the host has been looked up, whatever came of it. */
  void before(StartElsewhere start, String host) {
    LookUp fresh = new LookUp(host, start);
    while (true) {
      LookUp running = underWay.putIfAbsent(host, fresh);
      if (running == null) {
        services.callBack(fresh, 0, null);
        return;
      }
      if (running.add(start)) {
        return;
      }
      // It is through this moment, and about to be taken out.
      underWay.remove(host, running);
    }
  }

  private final class LookUp implements CallServices.Step {
    private final String host;
    // Guarded by this.
    private @Nullable List<StartElsewhere> waiting = new ArrayList<>(1);

    LookUp(String host, StartElsewhere first) {
      this.host = host;
      add(first);
    }

    /** False if it is through. */
    synchronized boolean add(StartElsewhere start) {
      return waiting != null && waiting.add(start);
    }

    @Override
    public void run(int event, @Nullable Object argument) {
      long before = services.ticker().nanos();
      try {
        resolved.lookedUp(host, InetAddress.getByName(host), before);
      } catch (UnknownHostException | SecurityException e) {
        // The client finds out by itself, and says so to its caller.
        return;
      } finally {
        through();
      }
    }

    /** The last on this thread, the others on their own: the application's code may hold each. */
    void through() {
      List<StartElsewhere> all;
      synchronized (this) {
        all = waiting;
        waiting = null;
      }
      underWay.remove(host, this);
      if (all == null) {
        return;
      }
      for (int i = 0; i + 1 < all.size(); i++) {
        all.get(i).startOnOwnThread();
      }
      all.get(all.size() - 1).startHere();
    }
  }
}
