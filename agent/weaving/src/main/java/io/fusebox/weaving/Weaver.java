package io.fusebox.weaving;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Weaves hooks into a class file.
 *
 * <p>Every hook replaces one value on the operand stack by another of the same static type, so no
 * branch, no local variable, no stack map frame and no member is added: the result can be loaded in
 * place of the original at any time, also by retransformation, and methods without hooks are copied
 * as they are. For {@code send(HttpRequest, BodyHandler)} with its handler as a PARAMETER hook the
 * woven method begins with
 *
 * <pre>{@code
 * responseHandler = (BodyHandler) FuseboxGate.pass(responseHandler, POINT, this, request);
 * }</pre>
 *
 * <p>A constructor cannot be hooked: {@code this} may not be passed on before it is initialised.
 */
public final class Weaver {

  /**
   * Class files newer than the library knows: their layout has stayed, so they are read as this.
   */
  private static final int NEWEST_KNOWN = Opcodes.V28;

  private Weaver() {}

  /**
   * Weaves.
   *
   * @param original the class file; not changed
   * @param hooks hooks of this class; others must not be among them
   * @param applied takes the hooks that found their place
   * @return the woven class file, or the original if no hook found its place
   */
  public static byte[] weave(byte[] original, List<Hook> hooks, List<Hook> applied) {
    ClassReader reader = new ClassReader(readable(original));
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new ClassWeaver(writer, hooks, applied), 0);
    if (applied.isEmpty()) {
      return original;
    }
    byte[] woven = writer.toByteArray();
    System.arraycopy(original, 4, woven, 4, 4);
    return woven;
  }

  /**
   * The same bytes with a version that the library accepts; the real one is put back afterwards.
   */
  static byte[] readable(byte[] original) {
    int major = ((original[6] & 0xff) << 8) | (original[7] & 0xff);
    if (major <= NEWEST_KNOWN) {
      return original;
    }
    byte[] copy = original.clone();
    copy[4] = 0;
    copy[5] = 0;
    copy[6] = (byte) (NEWEST_KNOWN >>> 8);
    copy[7] = (byte) NEWEST_KNOWN;
    return copy;
  }

  private static final class ClassWeaver extends ClassVisitor {

    private final List<Hook> hooks;
    private final List<Hook> applied;

    ClassWeaver(ClassVisitor next, List<Hook> hooks, List<Hook> applied) {
      super(Opcodes.ASM9, next);
      this.hooks = hooks;
      this.applied = applied;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (next == null || (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
        return next;
      }
      List<Hook> mine = new ArrayList<>();
      for (Hook hook : hooks) {
        if (hook.kind() == Hook.Kind.CALL
            || (isNamed(name, hook.method()) && hook.descriptor().equals(descriptor))) {
          mine.add(hook);
        }
      }
      boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
      return mine.isEmpty() ? next : new MethodWeaver(next, isStatic, descriptor, mine, applied);
    }

    /** Kotlin puts its module's name behind that of an internal method: {@code name$okhttp}. */
    private static boolean isNamed(String name, String wanted) {
      return name.startsWith(wanted)
          && (name.length() == wanted.length() || name.charAt(wanted.length()) == '$');
    }
  }
}
