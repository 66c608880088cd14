package io.fusebox.weaving;

import java.lang.instrument.Instrumentation;

/** What woven code needs of the module system, where there is one. */
public interface ModuleAccess {

  /** Whether this runtime has a module of that name in its boot layer. */
  boolean has(String module);

  /**
   * Defines classes into the package of a class of the JVM's own, where every class that sees that
   * one sees them. No boot class path is touched, so the JVM's shared archives stay in use and
   * nothing is printed.
   *
   * @param classFiles in the order in which they are to be defined
   * @throws IllegalAccessException if the JVM does not let us
   */
  void defineBeside(Class<?> neighbour, Instrumentation instrumentation, byte[]... classFiles)
      throws IllegalAccessException;

  /** Lets our own classes look into a package of a module of the boot layer. */
  void open(Instrumentation instrumentation, String module, String packageName);

  /**
   * Lets what is in no module of a loader use public members of packages of the module that a class
   * is in, in whichever layer. Where that is no named module, or has no such package, nothing is
   * done.
   */
  void export(Instrumentation instrumentation, Class<?> of, ClassLoader to, String... packageNames);
}
