package io.fusebox.agent;

import io.fusebox.weaving.ModuleAccess;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/**
 * For Java 8, which has no modules: the gate is defined by what that Java uses for its own
 * accessors, so that no jar has to be appended to the boot class path. Gone since 11, where {@code
 * ModuleDoors} is used.
 */
final class OldDoors implements ModuleAccess {

  @Override
  public boolean has(String module) {
    return false;
  }

  @Override
  public void defineBeside(
      Class<?> neighbour, Instrumentation instrumentation, byte[]... classFiles)
      throws IllegalAccessException {
    try {
      Class<?> type = Class.forName("sun.misc.Unsafe");
      Field field = type.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      Object unsafe = field.get(null);
      Method define =
          type.getMethod(
              "defineClass",
              String.class,
              byte[].class,
              int.class,
              int.class,
              ClassLoader.class,
              ProtectionDomain.class);
      for (byte[] classFile : classFiles) {
        define(define, unsafe, classFile, neighbour.getClassLoader());
      }
    } catch (ReflectiveOperationException e) {
      throw notToBeHad(e);
    }
  }

  private static void define(
      Method define, @Nullable Object unsafe, byte[] classFile, @Nullable ClassLoader loader)
      throws ReflectiveOperationException {
    try {
      define.invoke(unsafe, null, classFile, 0, classFile.length, loader, null);
    } catch (InvocationTargetException e) {
      throw notToBeHad(e.getCause() == null ? e : e.getCause());
    }
  }

  private static IllegalAccessException notToBeHad(Throwable cause) {
    IllegalAccessException refused =
        new IllegalAccessException("this Java lets no class in: " + cause);
    refused.initCause(cause);
    return refused;
  }

  @Override
  public void open(Instrumentation instrumentation, String module, String packageName) {
    // There is nothing to be opened.
  }

  @Override
  public void export(
      Instrumentation instrumentation, Class<?> of, ClassLoader to, String... packageNames) {
    // Everything public is for everybody.
  }
}
