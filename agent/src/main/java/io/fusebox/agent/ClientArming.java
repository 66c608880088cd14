package io.fusebox.agent;

import io.fusebox.policy.PolicySet;
import io.fusebox.weaving.ModuleAccess;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Puts the transformer in place as soon as a policy needs it, and weaves what was loaded before it
 * came: with an AOT cache, or when the agent is attached, a client's classes are there already.
 */
final class ClientArming {

  private static final WovenTarget[] NONE = new WovenTarget[0];

  /** Until what JDBC has is whole, it is for whoever asks for it. */
  private static final String PREVIEW = "io.fusebox.jdbc";

  private final Log log;
  private final LivePolicies policies;
  private final Instrumentation instrumentation;
  private final Sightings sightings;

  // Only the thread that starts the agent, then only the watch.
  private WovenTarget[] targets = NONE;
  private @Nullable CallPath path;
  private @Nullable JdbcTarget jdbc;
  private boolean applicationRuns;
  private String missing = "";

  ClientArming(Log log, LivePolicies policies, Instrumentation instrumentation, boolean attached) {
    this.applicationRuns = attached;
    this.log = log;
    this.policies = policies;
    this.instrumentation = instrumentation;
    this.sightings = new Sightings(log);
  }

  /** Weaves what these policies need; what is woven already stays so. */
  void arm(PolicySet wanted) {
    try {
      if (wanted.coversHttp() && targets == NONE) {
        armHttp();
      }
      if (wanted.coversJdbc() && jdbc == null && isPreviewWanted()) {
        armJdbc();
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isPreviewWanted() {
    return "preview".equals(System.getProperty(PREVIEW));
  }

  private CallPath path(ModuleAccess modules) {
    CallPath made = path;
    if (made == null) {
      made = new CallPath(log, policies, instrumentation, modules);
      path = made;
    }
    return made;
  }

  private void armJdbc() throws ReflectiveOperationException {
    ModuleAccess modules = Doors.ofThisJava();
    JdbcTarget target = new JdbcTarget(log, instrumentation, modules, path(modules));
    jdbc = target;
    instrumentation.addTransformer(target, true);
    if (applicationRuns) {
      target.weaveLoaded();
    }
  }

  private void armHttp() throws ReflectiveOperationException {
    ModuleAccess modules = Doors.ofThisJava();
    CallPath path = path(modules);
    OkHttpTarget okHttp = new OkHttpTarget(log, instrumentation, modules, path);
    if (modules.has(HttpTarget.NAME)) {
      HttpTarget http = new HttpTarget(log, instrumentation, modules, path);
      targets = new WovenTarget[] {http, okHttp};
    } else {
      missing = Newer.hasModules() ? "not in this runtime" : "not in this Java";
      targets = new WovenTarget[] {okHttp};
    }
    instrumentation.addTransformer(new WeavingTransformer(targets, sightings, log), true);
    // After the transformer is in place, so that no class falls between the two.
    weaveLoaded();
  }

  /** From here on main runs, or is about to: what is armed later finds clients in use. */
  void started() {
    applicationRuns = true;
  }

  /** What the status line says of it. */
  String report() {
    StringBuilder report = new StringBuilder();
    if (!policies.get().coversHttp() && jdbc == null) {
      // What an earlier file had woven stays so, and finds no policy.
      report.append("; nothing to arm");
    } else if (policies.get().coversHttp()) {
      if (!missing.isEmpty()) {
        report.append("; ").append(HttpTarget.NAME).append(": ").append(missing);
      }
      for (WovenTarget target : targets) {
        report.append("; ").append(target.name()).append(": ").append(target.state());
      }
    }
    if (policies.get().coversJdbc()) {
      report
          .append("; JDBC: ")
          .append(
              jdbc == null
                  ? "NOT armed, a preview in this version: -D" + PREVIEW + "=preview arms it"
                  : jdbc.state());
    }
    String others = sightings.text();
    return others.isEmpty()
        ? report.toString()
        : report.append("; present but NOT covered: ").append(others).toString();
  }

  private void weaveLoaded() {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      // Before main nobody has called out through what the boot loader has, and all those names
      // take milliseconds.
      if (!applicationRuns && loaded.getClassLoader() == null) {
        continue;
      }
      String name = loaded.getName().replace('.', '/');
      sightings.wasThere(name);
      for (WovenTarget target : targets) {
        if (target.owns(name)) {
          weave(target, loaded, name);
        }
      }
    }
  }

  private void weave(WovenTarget target, Class<?> loaded, String name) {
    WovenClient client = target.client(loaded.getClassLoader());
    if (client != null && client.has(name)) {
      weaveAgain(target.name(), loaded, instrumentation, log);
    }
  }

  /** One class at a time: one that cannot be woven must not take the others along. */
  static void weaveAgain(String target, Class<?> loaded, Instrumentation instrumentation, Log log) {
    try {
      instrumentation.retransformClasses(loaded);
    } catch (Exception | LinkageError e) {
      String name = loaded.getName().replace('.', '/');
      log.line(target + " is NOT guarded: cannot weave " + name + ": " + e);
    }
  }
}
