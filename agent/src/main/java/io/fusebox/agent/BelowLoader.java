package io.fusebox.agent;

import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.security.ProtectionDomain;

/**
 * Loads one package of ours below a loader of the application, so that its classes may implement
 * that loader's types; the rest of ours comes from the agent's loader. Nothing of the application
 * can find it, and it is held only by what it has loaded.
 */
final class BelowLoader extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  private static final String OURS = "io.fusebox.";
  private static final String JDK = "java";

  private final String packagePrefix;
  private final ProtectionDomain ours = BelowLoader.class.getProtectionDomain();

  BelowLoader(ClassLoader parent, String packagePrefix) {
    super(parent);
    this.packagePrefix = packagePrefix;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith(packagePrefix)) {
      return ofOurs(name);
    }
    // What is the JDK's is everybody's, and the application's loader may have been stopped.
    return name.startsWith(OURS) || name.startsWith(JDK)
        ? BelowLoader.class.getClassLoader().loadClass(name)
        : super.loadClass(name, resolve);
  }

  private Class<?> ofOurs(String name) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try {
      // Classes are loaded when they are needed, on threads of the application with fewer rights.
      byte[] bytes = AccessController.doPrivileged(new Reading(name));
      return defineClass(name, bytes, 0, bytes.length, ours);
    } catch (PrivilegedActionException e) {
      throw new ClassNotFoundException(name, e.getCause());
    }
  }

  private static final class Reading implements PrivilegedExceptionAction<byte[]> {
    private final String name;

    Reading(String name) {
      this.name = name;
    }

    @Override
    public byte[] run() throws IOException {
      return ClassFiles.read(name.replace('.', '/') + ".class");
    }
  }
}
