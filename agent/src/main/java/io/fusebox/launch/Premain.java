package io.fusebox.launch;

import java.lang.instrument.Instrumentation;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Where the JVM comes in, with {@code -javaagent} and by attaching. Whatever goes wrong here is
 * said in one line and the application runs without us.
 */
public final class Premain {

  private static boolean loaded;

  private Premain() {}

  /** Called by the JVM before the application's main class is loaded. */
  public static void premain(@Nullable String argument, Instrumentation instrumentation) {
    start(argument, instrumentation, false);
  }

  /** Called by the JVM when the agent is attached to a running application. */
  public static void agentmain(@Nullable String argument, Instrumentation instrumentation) {
    start(argument, instrumentation, true);
  }

  private static void start(
      @Nullable String argument, Instrumentation instrumentation, boolean attached) {
    try {
      if (isToolOfTheJdk(System.getProperty("sun.java.command"))) {
        return;
      }
      if (!first()) {
        System.err.println("fusebox: is loaded already; this second time does nothing");
        return;
      }
      PayloadLoader loader = PayloadLoader.open();
      agent(loader, attached).accept(argument, instrumentation);
    } catch (Throwable e) {
      // Nothing of ours is woven yet, or it fails open: the application starts as without us.
      System.err.println("fusebox: NOT started, nothing is guarded: " + e);
    }
  }

  @SuppressWarnings("unchecked")
  private static BiConsumer<String, Instrumentation> agent(PayloadLoader loader, boolean attached)
      throws Exception {
    return (BiConsumer<String, Instrumentation>)
        loader
            .loadClass("io.fusebox.agent.Agent")
            .getConstructor(String.class, java.io.File.class, boolean.class)
            .newInstance(loader.version(), loader.file(), attached);
  }

  private static synchronized boolean first() {
    boolean first = !loaded;
    loaded = true;
    return first;
  }

  /**
   * Whether this JVM runs jstack, keytool or the like: with JAVA_TOOL_OPTIONS the agent is loaded
   * into them too, where it has no business and would only add to their output.
   */
  static boolean isToolOfTheJdk(@Nullable String command) {
    if (command == null) {
      return false;
    }
    int end = command.indexOf(' ');
    String main = end < 0 ? command : command.substring(0, end);
    if (main.endsWith(".jar")) {
      return false;
    }
    int slash = main.indexOf('/');
    if (slash > 0 && (main.startsWith("jdk.") || main.startsWith("java."))) {
      // A module of the JDK and a class in it.
      main = main.substring(slash + 1);
    }
    if (main.startsWith("com.sun.tools.javac.launcher.")) {
      // Runs an application from its source.
      return false;
    }
    return main.startsWith("sun.tools.")
        || main.startsWith("com.sun.tools.")
        || main.startsWith("sun.security.tools.")
        || main.startsWith("sun.jvm.hotspot.")
        || main.startsWith("jdk.jfr.internal.tool.")
        || main.startsWith("jdk.tools.")
        || main.startsWith("jdk.javadoc.internal.")
        || main.startsWith("jdk.jpackage.main.")
        || main.startsWith("sun.net.httpserver.simpleserver.")
        || main.startsWith("sun.rmi.registry.")
        || (main.startsWith("jdk.internal.") && main.indexOf('/') < 0);
  }
}
