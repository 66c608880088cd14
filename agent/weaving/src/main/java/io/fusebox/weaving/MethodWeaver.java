package io.fusebox.weaving;

import java.util.List;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Writes the hooks of one method into its code. */
final class MethodWeaver extends MethodVisitor {

  private static final String GATE = "java/lang/FuseboxGate";
  private static final String PASS =
      "(Ljava/lang/Object;ILjava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
  private static final String TEST = "(ZILjava/lang/Object;)Z";
  private static final String MARK = "(ILjava/lang/Object;)V";

  private final boolean isStatic;
  private final Type[] parameters;
  private final List<Hook> hooks;
  private final List<Hook> applied;

  MethodWeaver(
      MethodVisitor next,
      boolean isStatic,
      String descriptor,
      List<Hook> hooks,
      List<Hook> applied) {
    super(Opcodes.ASM9, next);
    this.isStatic = isStatic;
    this.parameters = Type.getArgumentTypes(descriptor);
    this.hooks = hooks;
    this.applied = applied;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    for (Hook hook : hooks) {
      if (hook.kind() == Hook.Kind.MARK) {
        mark(hook);
      } else if (hook.kind() == Hook.Kind.PARAMETER) {
        load(hook.parameter());
        pass(hook, true, hook.other(), parameters[hook.parameter()]);
        super.visitVarInsn(Opcodes.ASTORE, slot(hook.parameter()));
      }
    }
  }

  @Override
  public void visitMethodInsn(
      int opcode, String calledOwner, String name, String descriptor, boolean isInterface) {
    for (Hook hook : hooks) {
      if (hook.kind() == Hook.Kind.CALL && isCalled(hook, calledOwner, name, descriptor)) {
        markReceiver(hook, Type.getArgumentTypes(descriptor).length > 0);
      }
    }
    super.visitMethodInsn(opcode, calledOwner, name, descriptor, isInterface);
    for (Hook hook : hooks) {
      if (hook.kind() == Hook.Kind.INNER_RESULT && isCalled(hook, calledOwner, name, descriptor)) {
        pass(hook, hook.parameter() < 0, hook.parameter(), Type.getReturnType(descriptor));
      } else if (hook.kind() == Hook.Kind.INNER_TEST
          && isCalled(hook, calledOwner, name, descriptor)) {
        test(hook);
      }
    }
  }

  private static boolean isCalled(Hook hook, String owner, String name, String descriptor) {
    return hook.called().equals(name)
        && hook.calledOwner().equals(owner)
        && matches(hook.calledDescriptor(), descriptor);
  }

  /** What stands before and behind a star; the whole where there is none. */
  private static boolean matches(String wanted, String descriptor) {
    int star = wanted.indexOf('*');
    return star < 0
        ? wanted.equals(descriptor)
        : descriptor.startsWith(wanted.substring(0, star))
            && descriptor.endsWith(wanted.substring(star + 1));
  }

  /** The receiver is on the stack, below the argument if there is one. */
  private void markReceiver(Hook hook, boolean withArgument) {
    if (withArgument) {
      super.visitInsn(Opcodes.DUP2);
      super.visitInsn(Opcodes.POP);
    } else {
      super.visitInsn(Opcodes.DUP);
    }
    push(hook.point());
    super.visitInsn(Opcodes.SWAP);
    super.visitMethodInsn(Opcodes.INVOKESTATIC, GATE, "mark", MARK, false);
    applied.add(hook);
  }

  private void mark(Hook hook) {
    push(hook.point());
    receiver();
    super.visitMethodInsn(Opcodes.INVOKESTATIC, GATE, "mark", MARK, false);
    applied.add(hook);
  }

  /** The value is on the stack; leaves what the gate returns, cast to the value's own type. */
  private void pass(Hook hook, boolean withReceiver, int context, Type type) {
    push(hook.point());
    if (withReceiver) {
      receiver();
    }
    if (context >= 0) {
      load(context);
    } else {
      super.visitInsn(Opcodes.ACONST_NULL);
    }
    if (!withReceiver) {
      super.visitInsn(Opcodes.ACONST_NULL);
    }
    super.visitMethodInsn(Opcodes.INVOKESTATIC, GATE, "pass", PASS, false);
    super.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
    applied.add(hook);
  }

  /** A boolean is on the stack; leaves what the gate makes of it. */
  private void test(Hook hook) {
    push(hook.point());
    receiver();
    super.visitMethodInsn(Opcodes.INVOKESTATIC, GATE, "test", TEST, false);
    applied.add(hook);
  }

  private void receiver() {
    if (isStatic) {
      super.visitInsn(Opcodes.ACONST_NULL);
    } else {
      super.visitVarInsn(Opcodes.ALOAD, 0);
    }
  }

  private void push(int point) {
    super.visitIntInsn(Opcodes.SIPUSH, point);
  }

  private void load(int parameter) {
    super.visitVarInsn(Opcodes.ALOAD, slot(parameter));
  }

  private int slot(int parameter) {
    int slot = isStatic ? 0 : 1;
    for (int i = 0; i < parameter; i++) {
      slot += parameters[i].getSize();
    }
    return slot;
  }
}
