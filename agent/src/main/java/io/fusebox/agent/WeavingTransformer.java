package io.fusebox.agent;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the name of every class that is loaded, and weaves those that have hooks. A name is all
 * it looks at: whatever asks more of every class shows in the start of every application.
 */
final class WeavingTransformer implements ClassFileTransformer {

  private final WovenTarget[] targets;
  private final Sightings sightings;
  private final Log log;

  WeavingTransformer(WovenTarget[] targets, Sightings sightings, Log log) {
    this.targets = targets;
    this.sightings = sightings;
    this.log = log;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (className == null) {
      return null;
    }
    for (WovenTarget target : targets) {
      if (target.owns(className)) {
        return weave(target, loader, className, classFile);
      }
    }
    sightings.isLoaded(className);
    return null;
  }

  private byte @Nullable [] weave(
      WovenTarget target, @Nullable ClassLoader loader, String className, byte[] classFile) {
    try {
      WovenClient client = target.client(loader);
      return client == null ? null : client.weave(className, classFile);
    } catch (Throwable e) {
      // The JVM would swallow it and nobody would know that nothing is guarded.
      log.line(
          target.name() + " is NOT guarded: cannot weave " + className + ": " + RootCause.of(e));
      return null;
    }
  }
}
