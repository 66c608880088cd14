package io.fusebox.agent;

import io.fusebox.weaving.ModuleAccess;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.AccessController;
import java.security.PrivilegedExceptionAction;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/**
 * JDBC drivers as something to be woven, whatever they are called: any class that names a type of
 * {@code java.sql} and declares methods that JDBC has. What looks at every class that is loaded
 * looks at its constants only.
 */
final class JdbcTarget implements ClassFileTransformer, PrivilegedExceptionAction<JdbcParts> {

  static final String NAME = "JDBC";

  private static final String SOCKET = "java/net/Socket";

  // What makes no physical connection: the JDK, pools, and what stands between pools and drivers.
  private static final String[] PASSED_OVER = {
    "java/",
    "javax/",
    "jdk/",
    "sun/",
    "com/sun/",
    "io/fusebox/",
    "com/zaxxer/hikari/",
    "org/apache/commons/dbcp",
    "org/apache/tomcat/",
    "com/mchange/",
    "io/agroal/",
    "com/alibaba/druid/",
    "com/p6spy/",
    "net/ttddyy/",
    "org/springframework/",
    "org/hibernate/"
  };

  // Fixed at construction.
  private final Log log;
  private final Instrumentation instrumentation;
  private final ModuleAccess modules;
  private final CallPath path;

  // Guarded by this.
  private @Nullable JdbcParts parts;
  private @Nullable String defect;

  JdbcTarget(Log log, Instrumentation instrumentation, ModuleAccess modules, CallPath path) {
    this.log = log;
    this.instrumentation = instrumentation;
    this.modules = modules;
    this.path = path;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (className == null) {
      return null;
    }
    if (className.equals(SOCKET)) {
      return weave(className, classFile, true);
    }
    if (isPassedOver(className) || !Constants.name(classFile, "java/sql/")) {
      return null;
    }
    return weave(className, classFile, false);
  }

  private static boolean isPassedOver(String className) {
    for (String prefix : PASSED_OVER) {
      if (className.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private byte @Nullable [] weave(String className, byte[] classFile, boolean socket) {
    try {
      JdbcParts made = parts(!socket);
      return made == null ? null : made.weave(classFile, socket);
    } catch (Throwable e) {
      // The JVM would swallow it and nobody would know that nothing is guarded.
      log.line(NAME + " is NOT guarded: cannot weave " + className + ": " + RootCause.of(e));
      return null;
    }
  }

  private synchronized @Nullable JdbcParts parts(boolean make) {
    if (parts == null && defect == null && make) {
      try {
        // The thread that loads the class is the application's, with fewer rights than ours.
        parts = AccessController.doPrivileged(this);
      } catch (Throwable e) {
        defect = RootCause.of(e).toString();
        log.line(NAME + " is NOT guarded: " + defect);
      }
    }
    return parts;
  }

  /** With the agent's own rights. */
  @Override
  public JdbcParts run() throws Exception {
    JdbcParts made = new JdbcParts(instrumentation, modules, path.services());
    path.watchBy(made);
    return made;
  }

  /** Weaves what was loaded before it was looked at. */
  void weaveLoaded() {
    Class<?>[] types = JdbcParts.types();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.getClassLoader() != null
          && !loaded.isInterface()
          && isOneOf(types, loaded)
          && !isPassedOver(loaded.getName().replace('.', '/'))) {
        ClientArming.weaveAgain(NAME, loaded, instrumentation, log);
      }
    }
  }

  private static boolean isOneOf(Class<?>[] types, Class<?> loaded) {
    for (Class<?> type : types) {
      if (type.isAssignableFrom(loaded)) {
        return true;
      }
    }
    return false;
  }

  /** What the status line says of it. */
  synchronized String state() {
    return defect != null ? "NOT armed" : parts == null ? "armed at first use" : "armed";
  }
}
