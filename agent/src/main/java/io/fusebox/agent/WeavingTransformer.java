package io.fusebox.agent;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the name of every class that is loaded, and weaves those that have hooks. A name is all
 * it looks at: whatever asks more of every class shows in the start of every application.
 */
final class WeavingTransformer implements ClassFileTransformer {

  private final HttpTarget target;
  private final Sightings sightings;
  private final Log log;

  WeavingTransformer(HttpTarget target, Sightings sightings, Log log) {
    this.target = target;
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
    if (target.owns(className)) {
      return weave(className, classFile);
    }
    sightings.isLoaded(className);
    return null;
  }

  private byte @Nullable [] weave(String className, byte[] classFile) {
    try {
      WovenClient client = target.client();
      return client == null ? null : client.weave(className, classFile);
    } catch (Throwable e) {
      // The JVM would swallow it and nobody would know that nothing is guarded.
      log.line(
          HttpTarget.NAME + " is NOT guarded: cannot weave " + className + ": " + RootCause.of(e));
      return null;
    }
  }
}
