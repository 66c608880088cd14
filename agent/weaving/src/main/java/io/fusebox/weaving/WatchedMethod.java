package io.fusebox.weaving;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/** Writes one watch into the code of its method. */
final class WatchedMethod extends MethodVisitor {

  private static final String GATE = "java/lang/FuseboxGate";
  private static final String OBJECT = "java/lang/Object";
  private static final String THROWABLE = "java/lang/Throwable";
  private static final String ENTER =
      "(ILjava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
  private static final String LEFT = "(Ljava/lang/Object;Ljava/lang/Object;)V";
  private static final String FAILED =
      "(Ljava/lang/Throwable;Ljava/lang/Object;)Ljava/lang/Throwable;";

  // Fixed at construction.
  private final boolean isStatic;
  private final Watch watch;
  private final Type[] parameters;
  private final int token;
  private final boolean withFrames;

  // What the handler covers: from, to, from, to …
  private final List<Label> ranges = new ArrayList<>();

  WatchedMethod(MethodVisitor next, boolean isStatic, Watch watch, int token, boolean withFrames) {
    super(Opcodes.ASM9, next);
    this.isStatic = isStatic;
    this.watch = watch;
    this.parameters = Type.getArgumentTypes(watch.descriptor());
    this.token = token;
    this.withFrames = withFrames;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    super.visitIntInsn(Opcodes.SIPUSH, watch.point());
    if (isStatic) {
      super.visitInsn(Opcodes.ACONST_NULL);
    } else {
      super.visitVarInsn(Opcodes.ALOAD, 0);
    }
    loadArgument(0);
    loadArgument(1);
    super.visitMethodInsn(Opcodes.INVOKESTATIC, GATE, "enter", ENTER, false);
    if (watch.isEntryOnly()) {
      super.visitInsn(Opcodes.POP);
    } else {
      super.visitVarInsn(Opcodes.ASTORE, token);
      mark();
    }
  }

  /** An argument as an object; null where there is none, or one that nobody asks for. */
  private void loadArgument(int index) {
    int slot = isStatic ? 0 : 1;
    for (int i = 0; i < index && i < parameters.length; i++) {
      slot += parameters[i].getSize();
    }
    int sort = index < parameters.length ? parameters[index].getSort() : Type.VOID;
    if (sort == Type.OBJECT || sort == Type.ARRAY) {
      super.visitVarInsn(Opcodes.ALOAD, slot);
    } else if (sort == Type.BOOLEAN) {
      super.visitVarInsn(Opcodes.ILOAD, slot);
      String descriptor = "(Z)Ljava/lang/Boolean;";
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC, "java/lang/Boolean", "valueOf", descriptor, false);
    } else {
      super.visitInsn(Opcodes.ACONST_NULL);
    }
  }

  @Override
  public void visitInsn(int opcode) {
    if (watch.isEntryOnly() || opcode < Opcodes.IRETURN || opcode > Opcodes.RETURN) {
      super.visitInsn(opcode);
      return;
    }
    mark();
    super.visitInsn(opcode == Opcodes.ARETURN ? Opcodes.DUP : Opcodes.ACONST_NULL);
    super.visitVarInsn(Opcodes.ALOAD, token);
    super.visitMethodInsn(Opcodes.INVOKESTATIC, GATE, "left", LEFT, false);
    super.visitInsn(opcode);
    mark();
  }

  /** A range of the method's own code begins or ends. */
  private void mark() {
    Label label = new Label();
    super.visitLabel(label);
    ranges.add(label);
  }

  @Override
  public void visitFrame(
      int type,
      int localCount,
      Object @Nullable [] locals,
      int stackCount,
      Object @Nullable [] stack) {
    if (watch.isEntryOnly() || locals == null) {
      super.visitFrame(type, localCount, locals, stackCount, stack);
      return;
    }
    List<Object> all = new ArrayList<>(Arrays.asList(locals).subList(0, localCount));
    int slots = 0;
    for (Object local : all) {
      slots += local == Opcodes.LONG || local == Opcodes.DOUBLE ? 2 : 1;
    }
    for (; slots < token; slots++) {
      all.add(Opcodes.TOP);
    }
    all.add(OBJECT);
    super.visitFrame(type, all.size(), all.toArray(), stackCount, stack);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    if (!watch.isEntryOnly()) {
      mark();
      Label handler = new Label();
      super.visitLabel(handler);
      handle();
      for (int i = 0; i + 1 < ranges.size(); i += 2) {
        Label from = ranges.get(i);
        Label to = ranges.get(i + 1);
        // A class file with an empty range would be refused.
        if (from.getOffset() < to.getOffset()) {
          super.visitTryCatchBlock(from, to, handler, THROWABLE);
        }
      }
    }
    super.visitMaxs(maxStack, maxLocals);
  }

  /** Behind the method's own code; last in the table, so that its own handlers go first. */
  private void handle() {
    if (withFrames) {
      Object[] locals = new Object[token + 1];
      Arrays.fill(locals, Opcodes.TOP);
      locals[token] = OBJECT;
      super.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {THROWABLE});
    }
    super.visitVarInsn(Opcodes.ALOAD, token);
    super.visitMethodInsn(Opcodes.INVOKESTATIC, GATE, "failed", FAILED, false);
    super.visitInsn(Opcodes.ATHROW);
  }
}
