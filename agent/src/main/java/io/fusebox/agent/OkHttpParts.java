package io.fusebox.agent;

import io.fusebox.calls.CallServices;
import io.fusebox.calls.ClientAdapter;
import io.fusebox.weaving.HookList;

/** The parts that are compiled against OkHttp. Loaded by name, where there is one. Stateless. */
final class OkHttpParts {

  private static final String PACKAGE = "io.fusebox.okhttp.";

  private OkHttpParts() {}

  /** The hooks, which name nothing of OkHttp as a type. */
  static HookList hooks() throws ReflectiveOperationException {
    return Class.forName(PACKAGE + "OkHttpHooks", true, OkHttpParts.class.getClassLoader())
        .asSubclass(HookList.class)
        .getConstructor()
        .newInstance();
  }

  /** Where the adapter for the OkHttp of that loader lives. */
  static ClassLoader below(ClassLoader loader) {
    return new BelowLoader(loader, PACKAGE);
  }

  /** The adapter that lives there. */
  static ClientAdapter adapter(ClassLoader below, CallServices services)
      throws ReflectiveOperationException {
    return Class.forName(PACKAGE + "OkHttpAdapter", true, below)
        .asSubclass(ClientAdapter.class)
        .getConstructor(CallServices.class)
        .newInstance(services);
  }
}
