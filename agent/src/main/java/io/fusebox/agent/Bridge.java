package io.fusebox.agent;

import io.fusebox.weaving.ModuleAccess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;

/**
 * Puts the gate into the boot loader, with the router behind it. Done when the first class is woven
 * and not before: it costs some 10 ms that an application without targets shall not pay.
 */
final class Bridge {

  private final Instrumentation instrumentation;
  private final ModuleAccess modules;
  private final FaultReport faults;
  private final AdapterSlot adapter;

  Bridge(
      Instrumentation instrumentation,
      ModuleAccess modules,
      FaultReport faults,
      AdapterSlot adapter) {
    this.instrumentation = instrumentation;
    this.modules = modules;
    this.faults = faults;
    this.adapter = adapter;
  }

  /** Puts gate and router in place, once. */
  void build() throws IOException, IllegalAccessException {
    modules.defineInJavaLang(
        instrumentation,
        classFile("java/lang/FuseboxRejectedException.class"),
        classFile("java/lang/FuseboxGate$Router.class"),
        classFile("java/lang/FuseboxGate.class"));
    RouterInstaller.install(faults, adapter);
  }

  private static byte[] classFile(String name) throws IOException {
    try (InputStream in = Bridge.class.getClassLoader().getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the jar has no " + name);
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      byte[] buffer = new byte[4096];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        bytes.write(buffer, 0, count);
      }
      return bytes.toByteArray();
    }
  }
}
