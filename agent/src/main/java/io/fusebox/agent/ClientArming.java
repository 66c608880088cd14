package io.fusebox.agent;

import io.fusebox.policy.PolicySet;
import io.fusebox.weaving.ModuleAccess;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Puts the transformer in place as soon as a policy needs it, and weaves what was loaded before it
 * came: with an AOT cache, or when the agent is attached, the client's classes are there already.
 */
final class ClientArming {

  private final Log log;
  private final LivePolicies policies;
  private final Instrumentation instrumentation;
  private final Sightings sightings;

  // Only the thread that starts the agent, then only the watch.
  private @Nullable HttpTarget target;
  private boolean applicationRuns;
  private boolean wovenAtOnce;
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
    if (!wanted.coversHttp() || target != null) {
      return;
    }
    try {
      ModuleAccess modules =
          Newer.hasModules() ? Newer.make(ModuleAccess.class, "ModuleDoors") : null;
      if (modules == null || !modules.has(HttpTarget.NAME)) {
        missing = modules == null ? "not in this Java" : "not in this runtime";
        return;
      }
      HttpTarget http = new HttpTarget(log, policies, instrumentation, modules);
      target = http;
      instrumentation.addTransformer(new WeavingTransformer(http, sightings, log), true);
      // After the transformer is in place, so that no class falls between the two.
      wovenAtOnce = weaveLoaded(http);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** From here on main runs, or is about to: what is armed later finds clients in use. */
  void started() {
    applicationRuns = true;
  }

  /** What the status line says of it. */
  String report() {
    StringBuilder report = new StringBuilder("; ");
    if (!policies.get().coversHttp()) {
      // What an earlier file had woven stays so, and finds no policy.
      report.append("nothing to arm");
    } else {
      report.append(HttpTarget.NAME).append(": ").append(state());
    }
    if (policies.get().coversJdbc()) {
      report.append("; JDBC: NOT armed by this version");
    }
    String others = sightings.text();
    return others.isEmpty()
        ? report.toString()
        : report.append("; present but NOT covered: ").append(others).toString();
  }

  private String state() {
    HttpTarget http = target;
    if (http == null) {
      return missing;
    }
    if (http.isDefective()) {
      return "NOT armed";
    }
    return wovenAtOnce || http.isInUse() ? "armed" : "armed at first use";
  }

  private boolean weaveLoaded(HttpTarget http) {
    boolean any = false;
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      // Before main nobody has called out through what the boot loader has, and all those names
      // take milliseconds.
      if (!applicationRuns && loaded.getClassLoader() == null) {
        continue;
      }
      String name = loaded.getName().replace('.', '/');
      sightings.wasThere(name);
      if (http.owns(name)) {
        any |= weave(http, loaded, name);
      }
    }
    return any;
  }

  /** One class at a time: one that cannot be woven must not take the others along. */
  private boolean weave(HttpTarget http, Class<?> loaded, String name) {
    try {
      WovenClient client = http.client();
      if (client == null || !client.has(name)) {
        return false;
      }
      instrumentation.retransformClasses(loaded);
      return true;
    } catch (Exception | LinkageError e) {
      log.line(HttpTarget.NAME + " is NOT guarded: cannot weave " + name + ": " + e);
      return false;
    }
  }
}
