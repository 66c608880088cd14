package io.fusebox.testapp.cloud;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;

/** What this process still holds when all calls are over. Immutable. */
final class Leftovers {

  /** What the agent keeps for a call, as the JVM calls it: its classes cannot be named here. */
  private static final List<String> OF_THE_AGENT =
      Arrays.asList("io.fusebox.jdk11.GuardedCall", "io.fusebox.okhttp.Operation");

  /** What the clients keep for one. */
  private static final List<String> OF_THE_CLIENTS =
      Arrays.asList("jdk.internal.net.http.MultiExchange", "okhttp3.internal.connection.RealCall");

  private static final long PATIENCE_SECONDS = 4;

  private final int agentCalls;
  private final int clientCalls;

  private Leftovers(int agentCalls, int clientCalls) {
    this.agentCalls = agentCalls;
    this.clientCalls = clientCalls;
  }

  /** How many calls are in memory, once they have had time to go. */
  static Leftovers ofCalls() throws JMException, InterruptedException {
    long due = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    Leftovers left = inMemory();
    while (left.agentCalls > left.clientCalls && due - System.nanoTime() > 0) {
      Thread.sleep(100);
      left = inMemory();
    }
    return left;
  }

  int agentCalls() {
    return agentCalls;
  }

  int clientCalls() {
    return clientCalls;
  }

  /** The histogram is made of what a collection leaves. */
  private static Leftovers inMemory() throws JMException {
    Object histogram =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
    int ofTheAgent = 0;
    int ofTheClients = 0;
    for (String line : histogram.toString().split("\n", -1)) {
      // Its rank, instances, bytes, class, and from some version on the module.
      String[] columns = line.trim().split(" +", -1);
      String name = columns.length > 3 ? columns[3] : "";
      ofTheAgent += OF_THE_AGENT.contains(name) ? Integer.parseInt(columns[1]) : 0;
      ofTheClients += OF_THE_CLIENTS.contains(name) ? Integer.parseInt(columns[1]) : 0;
    }
    return new Leftovers(ofTheAgent, ofTheClients);
  }

  /** The names of the agent's threads, sorted. */
  static List<String> threads() {
    List<String> names = new ArrayList<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("fusebox-")) {
        names.add(thread.getName());
      }
    }
    names.sort(null);
    return names;
  }
}
