package io.fusebox.agent;

import java.io.IOException;
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

  private final String packagePrefix;

  BelowLoader(ClassLoader parent, String packagePrefix) {
    super(parent);
    this.packagePrefix = packagePrefix;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS)) {
      return super.loadClass(name, resolve);
    }
    if (!name.startsWith(packagePrefix)) {
      return BelowLoader.class.getClassLoader().loadClass(name);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try {
      byte[] bytes = ClassFiles.read(name.replace('.', '/') + ".class");
      ProtectionDomain ours = BelowLoader.class.getProtectionDomain();
      return defineClass(name, bytes, 0, bytes.length, ours);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
