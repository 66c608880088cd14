package io.fusebox.jdk11;

import java.security.AccessController;
import java.security.PrivilegedAction;
import org.jspecify.annotations.Nullable;

/** The context class loader of the caller, also where a security manager asks for a right to it. */
final class CallersLoader implements PrivilegedAction<@Nullable ClassLoader> {

  private static final CallersLoader PRIVILEGED = new CallersLoader();

  private CallersLoader() {}

  static @Nullable ClassLoader get() {
    return System.getSecurityManager() == null
        ? PRIVILEGED.run()
        : AccessController.doPrivileged(PRIVILEGED);
  }

  @Override
  public @Nullable ClassLoader run() {
    return Thread.currentThread().getContextClassLoader();
  }
}
