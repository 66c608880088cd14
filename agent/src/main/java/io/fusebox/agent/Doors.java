package io.fusebox.agent;

import io.fusebox.weaving.ModuleAccess;

/** What woven code needs of the module system. Loaded only where something is to be armed. */
final class Doors {

  private Doors() {}

  static ModuleAccess ofThisJava() throws ReflectiveOperationException {
    return Newer.hasModules() ? Newer.make(ModuleAccess.class, "ModuleDoors") : new OldDoors();
  }
}
