package io.fusebox.weaving;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Weaves watches into a class file: what a method does stays as it is, and the gate is told when it
 * begins and how it ends.
 *
 * <pre>{@code
 * Object token = FuseboxGate.enter(POINT, this, first, second);
 * try {
 *   ... // before each return: FuseboxGate.left(result, token);
 * } catch (Throwable t) {
 *   throw FuseboxGate.failed(t, token);
 * }
 * }</pre>
 *
 * <p>No member is added, so the result can be loaded in place of the original at any time, also by
 * retransformation. The token has a local variable of its own behind all others.
 */
public final class WatchWeaver {

  private WatchWeaver() {}

  /**
   * Weaves.
   *
   * @param original the class file; not changed
   * @param watches the methods to be watched; constructors cannot be
   * @return the woven class file; null if it declares none of them, is an interface, or has neither
   *     a superclass nor an interface by which it could be called
   */
  public static byte @Nullable [] weave(byte[] original, Watch[] watches) {
    ClassReader reader = new ClassReader(Weaver.readable(original));
    if ((reader.getAccess() & Opcodes.ACC_INTERFACE) != 0 || isPlain(reader)) {
      return null;
    }
    Finder finder = new Finder(watches);
    reader.accept(finder, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    if (finder.found.isEmpty()) {
      return null;
    }
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new WatchingClass(writer, finder.found), ClassReader.EXPAND_FRAMES);
    byte[] woven = writer.toByteArray();
    System.arraycopy(original, 4, woven, 4, 4);
    return woven;
  }

  private static boolean isPlain(ClassReader reader) {
    return "java/lang/Object".equals(reader.getSuperName()) && reader.getInterfaces().length == 0;
  }

  /** A watch that has found its method, and the first local variable that this does not use. */
  private static final class Place {
    final Watch watch;
    int free;

    Place(Watch watch) {
      this.watch = watch;
    }
  }

  /** Looks which methods there are, and how many local variables each has. */
  private static final class Finder extends ClassVisitor {
    final Map<String, Place> found = new HashMap<>();
    private final Set<String> names = new HashSet<>();
    private final Watch[] watches;

    Finder(Watch[] watches) {
      super(Opcodes.ASM9);
      this.watches = watches;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      names.add(name);
      Watch watch = find(name, descriptor);
      if (watch == null || (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
        return null;
      }
      Place place = new Place(watch);
      found.put(name + descriptor, place);
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
          place.free = maxLocals;
        }
      };
    }

    @Override
    public void visitEnd() {
      Iterator<Place> places = found.values().iterator();
      while (places.hasNext()) {
        String beside = places.next().watch.beside();
        if (!beside.isEmpty() && !names.contains(beside)) {
          places.remove();
        }
      }
    }

    private @Nullable Watch find(String name, String descriptor) {
      for (Watch watch : watches) {
        if (watch.method().equals(name) && watch.descriptor().equals(descriptor)) {
          return watch;
        }
      }
      return null;
    }
  }

  private static final class WatchingClass extends ClassVisitor {
    private final Map<String, Place> places;
    private boolean withFrames;

    WatchingClass(ClassVisitor next, Map<String, Place> places) {
      super(Opcodes.ASM9, next);
      this.places = places;
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        @Nullable String superName,
        String @Nullable [] interfaces) {
      withFrames = (version & 0xffff) >= Opcodes.V1_6;
      super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      Place place = places.get(name + descriptor);
      if (place == null) {
        return next;
      }
      boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
      return new WatchedMethod(next, isStatic, place.watch, place.free, withFrames);
    }
  }
}
