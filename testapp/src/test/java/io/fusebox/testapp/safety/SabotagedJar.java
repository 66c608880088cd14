package io.fusebox.testapp.safety;

import io.fusebox.testapp.ForkedJvm;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the agent's jar in which one method throws, always or when its {@code int} parameter
 * has a certain value: a fault of ours where we want it.
 */
final class SabotagedJar {

  private SabotagedJar() {}

  /**
   * Makes one.
   *
   * @param type the class, as {@code jdk11/GuardedCall}
   * @param method all methods of this name
   * @param variable the local variable of the parameter that is looked at, or -1 to throw always
   * @param value the parameter's value for which it throws
   * @param error the internal name of what is thrown
   */
  static Path make(Path jar, String type, String method, int variable, int value, String error)
      throws IOException {
    return make(jar, type, bytes -> sabotaged(bytes, method, variable, value, error));
  }

  /** Makes one whose weaving looks for a name that this Java does not have. */
  static Path renaming(Path jar, String name, String other) throws IOException {
    return make(jar, "jdk11/HttpHooks", bytes -> renamed(bytes, name, other));
  }

  /**
   * Makes one that gets no thread for the purposes whose names match, as on a system that has none
   * left to give.
   */
  static Path withoutThreads(Path jar, String names) throws IOException {
    return make(jar, "jdk11/AgentThreads", bytes -> withoutThreads(bytes, names));
  }

  private static Path make(Path jar, String type, UnaryOperator<byte[]> change) throws IOException {
    String victim = "payload/io/fusebox/" + type + ".clazz";
    boolean found = false;
    try (ZipFile original = new ZipFile(ForkedJvm.agentJar().toFile());
        OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream out = new ZipOutputStream(file)) {
      // Nothing of it is to be read for long: speed counts more than size.
      out.setLevel(1);
      Enumeration<? extends ZipEntry> entries = original.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        if (entry.getName().contains("/picocli/")) {
          continue;
        }
        byte[] bytes;
        try (InputStream in = original.getInputStream(entry)) {
          bytes = in.readAllBytes();
        }
        boolean isVictim = entry.getName().equals(victim);
        found |= isVictim;
        out.putNextEntry(new ZipEntry(entry.getName()));
        out.write(isVictim ? change.apply(bytes) : bytes);
        out.closeEntry();
      }
    }
    if (!found) {
      throw new IllegalArgumentException("the jar has no " + victim);
    }
    return jar;
  }

  private static byte[] renamed(byte[] original, String name, String other) {
    ClassReader reader = new ClassReader(original);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new Renamer(writer, name, other), 0);
    return writer.toByteArray();
  }

  private static byte[] withoutThreads(byte[] original, String names) {
    ClassReader reader = new ClassReader(original);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new ThreadKeeper(writer, reader.getClassName(), names), 0);
    return writer.toByteArray();
  }

  private static byte[] sabotaged(
      byte[] original, String method, int variable, int value, String error) {
    ClassReader reader = new ClassReader(original);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    Saboteur saboteur = new Saboteur(writer, method, variable, value, error);
    reader.accept(saboteur, 0);
    if (!saboteur.found) {
      throw new IllegalArgumentException("no method " + method);
    }
    return writer.toByteArray();
  }

  private static void writeThrow(MethodVisitor to, String error) {
    to.visitTypeInsn(Opcodes.NEW, error);
    to.visitInsn(Opcodes.DUP);
    to.visitLdcInsn("sabotaged");
    to.visitMethodInsn(
        Opcodes.INVOKESPECIAL, error, "<init>", "(Ljava/lang/String;)V", /* isInterface= */ false);
    to.visitInsn(Opcodes.ATHROW);
  }

  /** The factory's method begins with the question whether its name is one of those. */
  private static final class ThreadKeeper extends ClassVisitor {
    private final String type;
    private final String names;

    ThreadKeeper(ClassWriter writer, String type, String names) {
      super(Opcodes.ASM9, writer);
      this.type = type;
      this.names = names;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String method,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
      return method.equals("newThread") ? new Keeping(next) : next;
    }

    private final class Keeping extends MethodVisitor {
      Keeping(MethodVisitor next) {
        super(Opcodes.ASM9, next);
      }

      @Override
      public void visitCode() {
        super.visitCode();
        Label on = new Label();
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitFieldInsn(Opcodes.GETFIELD, type, "name", "Ljava/lang/String;");
        mv.visitLdcInsn(names);
        mv.visitMethodInsn(
            Opcodes.INVOKEVIRTUAL,
            "java/lang/String",
            "matches",
            "(Ljava/lang/String;)Z",
            /* isInterface= */ false);
        mv.visitJumpInsn(Opcodes.IFEQ, on);
        writeThrow(mv, "java/lang/OutOfMemoryError");
        mv.visitLabel(on);
        mv.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
      }
    }
  }

  private static final class Saboteur extends ClassVisitor {
    private final String method;
    private final int variable;
    private final int value;
    private final String error;
    private boolean found;

    Saboteur(ClassWriter writer, String method, int variable, int value, String error) {
      super(Opcodes.ASM9, writer);
      this.method = method;
      this.variable = variable;
      this.value = value;
      this.error = error;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (!name.equals(method)
          || (access & Opcodes.ACC_BRIDGE) != 0
          || (variable >= 0 && !isInt(variable, access, descriptor))) {
        return next;
      }
      found = true;
      return variable < 0 ? throwing(next) : new Conditional(next);
    }

    /** Of several methods with the name it is about those that have such a parameter. */
    private static boolean isInt(int variable, int access, String descriptor) {
      int local = (access & Opcodes.ACC_STATIC) == 0 ? 1 : 0;
      for (Type type : Type.getArgumentTypes(descriptor)) {
        if (local == variable) {
          return type.equals(Type.INT_TYPE);
        }
        local += type.getSize();
      }
      return false;
    }

    /** Nothing but the throw; the method's own code is dropped. */
    private @Nullable MethodVisitor throwing(MethodVisitor to) {
      to.visitCode();
      writeThrow(to, error);
      to.visitMaxs(0, 0);
      to.visitEnd();
      return null;
    }

    private final class Conditional extends MethodVisitor {
      Conditional(MethodVisitor next) {
        super(Opcodes.ASM9, next);
      }

      @Override
      public void visitCode() {
        super.visitCode();
        Label on = new Label();
        mv.visitVarInsn(Opcodes.ILOAD, variable);
        mv.visitIntInsn(Opcodes.SIPUSH, value);
        mv.visitJumpInsn(Opcodes.IF_ICMPNE, on);
        writeThrow(mv, error);
        mv.visitLabel(on);
        mv.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
      }
    }
  }

  private static final class Renamer extends ClassVisitor {
    private final String name;
    private final String other;

    Renamer(ClassWriter writer, String name, String other) {
      super(Opcodes.ASM9, writer);
      this.name = name;
      this.other = other;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String method,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
      return new MethodVisitor(Opcodes.ASM9, next) {
        @Override
        public void visitLdcInsn(Object value) {
          super.visitLdcInsn(value.equals(name) ? other : value);
        }
      };
    }
  }
}
