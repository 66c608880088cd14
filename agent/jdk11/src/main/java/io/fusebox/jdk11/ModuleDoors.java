package io.fusebox.jdk11;

import io.fusebox.weaving.ModuleAccess;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Opens modules through the JVM's own instrumentation interface. */
public final class ModuleDoors implements ModuleAccess {

  /** Made by name. */
  public ModuleDoors() {}

  @Override
  public boolean has(String module) {
    return ModuleLayer.boot().findModule(module).isPresent();
  }

  @Override
  public void defineBeside(
      Class<?> neighbour, Instrumentation instrumentation, byte[]... classFiles)
      throws IllegalAccessException {
    open(instrumentation, neighbour.getModule(), neighbour.getPackageName());
    MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(neighbour, MethodHandles.lookup());
    for (byte[] classFile : classFiles) {
      lookup.defineClass(classFile);
    }
  }

  @Override
  public void open(Instrumentation instrumentation, String module, String packageName) {
    open(instrumentation, ModuleLayer.boot().findModule(module).orElseThrow(), packageName);
  }

  @Override
  public void export(
      Instrumentation instrumentation, Class<?> of, ClassLoader to, String... packageNames) {
    Module module = of.getModule();
    if (!module.isNamed()) {
      return;
    }
    Map<String, Set<Module>> exports = new HashMap<>();
    for (String packageName : packageNames) {
      if (module.getPackages().contains(packageName)) {
        exports.put(packageName, Set.of(to.getUnnamedModule()));
      }
    }
    instrumentation.redefineModule(
        module,
        Collections.emptySet(),
        exports,
        Collections.emptyMap(),
        Collections.emptySet(),
        Collections.emptyMap());
  }

  private static void open(Instrumentation instrumentation, Module module, String packageName) {
    instrumentation.redefineModule(
        module,
        Collections.emptySet(),
        Collections.emptyMap(),
        Map.of(packageName, Set.of(ModuleDoors.class.getModule())),
        Collections.emptySet(),
        Collections.emptyMap());
  }
}
