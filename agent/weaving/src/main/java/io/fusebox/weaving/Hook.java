package io.fusebox.weaving;

/**
 * One place in one method of a client, and what is to happen there. A value; loads nothing of the
 * class file library, so that adapters can list their hooks at start-up.
 */
public final class Hook {

  /** What a hook does to its place. */
  public enum Kind {
    /** {@code mark(point, this)} when the method is entered. */
    MARK,
    /** {@code mark(point, receiver)} before each call of another class's method, anywhere. */
    CALL,
    /** {@code parameter = pass(parameter, point, this, other parameter)} when it is entered. */
    PARAMETER,
    /**
     * What an inner call returned: {@code pass(result, point, parameter, null)}, or with {@code
     * this} where the hook names no parameter.
     */
    INNER_RESULT,
    /** What an inner call that answers yes or no returned: {@code test(result, point, this)}. */
    INNER_TEST
  }

  // Fixed at construction.
  private final Kind kind;
  private final int point;
  private final String owner;
  private final String method;
  private final String descriptor;
  private final int parameter;
  private final int other;
  private final String calledOwner;
  private final String called;
  private final String calledDescriptor;
  private final String serves;

  private Hook(
      Kind kind,
      int point,
      String owner,
      String method,
      String descriptor,
      int parameter,
      int other,
      String calledOwner,
      String called,
      String calledDescriptor,
      String serves) {
    this.kind = kind;
    this.point = point;
    this.owner = owner;
    this.method = method;
    this.descriptor = descriptor;
    this.parameter = parameter;
    this.other = other;
    this.calledOwner = calledOwner;
    this.called = called;
    this.calledDescriptor = calledDescriptor;
    this.serves = serves;
  }

  /** A {@link Kind#MARK}. Names are internal ({@code a/b/C}), descriptors as in class files. */
  public static Hook mark(int point, String owner, String method, String descriptor) {
    return new Hook(Kind.MARK, point, owner, method, descriptor, -1, -1, "", "", "", "");
  }

  /**
   * A {@link Kind#CALL}: wherever {@code owner} calls a method that has at most one parameter,
   * which is no long or double.
   *
   * @param receiver the class that the call names
   */
  public static Hook call(
      int point, String owner, String receiver, String method, String descriptor) {
    return new Hook(Kind.CALL, point, owner, "", "", -1, -1, receiver, method, descriptor, "");
  }

  /**
   * A {@link Kind#PARAMETER}.
   *
   * @param parameter which parameter is replaced, from 0
   * @param other which parameter goes along as context, or -1
   */
  public static Hook parameter(
      int point, String owner, String method, String descriptor, int parameter, int other) {
    return new Hook(
        Kind.PARAMETER, point, owner, method, descriptor, parameter, other, "", "", "", "");
  }

  /** A {@link Kind#INNER_RESULT} in this hook's method, with its parameter as context. */
  public Hook innerResult(int innerPoint, String name, String callDescriptor) {
    return new Hook(
        Kind.INNER_RESULT,
        innerPoint,
        owner,
        method,
        descriptor,
        parameter,
        -1,
        owner,
        name,
        callDescriptor,
        serves);
  }

  /**
   * An {@link Kind#INNER_RESULT}: what a method returns that is called within another, with {@code
   * this} as context.
   *
   * @param receiver the class that the call names
   */
  public static Hook result(
      int point,
      String owner,
      String method,
      String descriptor,
      String receiver,
      String called,
      String calledDescriptor) {
    return new Hook(
        Kind.INNER_RESULT,
        point,
        owner,
        method,
        descriptor,
        -1,
        -1,
        receiver,
        called,
        calledDescriptor,
        "");
  }

  /**
   * An {@link Kind#INNER_TEST}: what a method answers that is called within another.
   *
   * @param receiver the class that the call names
   * @param test the method that returns a boolean
   */
  public static Hook innerTest(
      int point,
      String owner,
      String method,
      String descriptor,
      String receiver,
      String test,
      String testDescriptor) {
    return new Hook(
        Kind.INNER_TEST,
        point,
        owner,
        method,
        descriptor,
        -1,
        -1,
        receiver,
        test,
        testDescriptor,
        "");
  }

  /** This hook, with what is lost where its place is not found: {@code timeout.connect}. */
  public Hook serving(String feature) {
    return new Hook(
        kind,
        point,
        owner,
        method,
        descriptor,
        parameter,
        other,
        calledOwner,
        called,
        calledDescriptor,
        feature);
  }

  /** What is lost where its place is not found; empty if nothing that a user could miss. */
  public String serves() {
    return serves;
  }

  /** What it does. */
  public Kind kind() {
    return kind;
  }

  /** The number that the bridge hands to the router. */
  public int point() {
    return point;
  }

  /** The class, by its internal name. */
  public String owner() {
    return owner;
  }

  /** The method's name. */
  public String method() {
    return method;
  }

  /** The method's descriptor. */
  public String descriptor() {
    return descriptor;
  }

  /** Which parameter it is about, from 0; -1 for none. */
  public int parameter() {
    return parameter;
  }

  /** Which parameter goes along, from 0; -1 for none. */
  public int other() {
    return other;
  }

  /** The class whose method is called within, by its internal name; empty for other kinds. */
  public String calledOwner() {
    return calledOwner;
  }

  /** The method that is called within; empty for other kinds. */
  public String called() {
    return called;
  }

  /** Its descriptor, in which a star stands for parameters of any kind; empty for other kinds. */
  public String calledDescriptor() {
    return calledDescriptor;
  }

  @Override
  public String toString() {
    String simple = owner.substring(owner.lastIndexOf('/') + 1);
    return simple
        + (method.isEmpty() ? "" : "." + method)
        + (called.isEmpty() ? "" : " > " + called);
  }
}
