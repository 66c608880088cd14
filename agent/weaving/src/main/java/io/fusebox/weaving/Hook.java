package io.fusebox.weaving;

import org.jspecify.annotations.Nullable;

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
    /** {@code return pass(result, point, this, null)} wherever it returns. */
    RESULT,
    /** The last argument of an inner call: {@code pass(argument, point, parameter, null)}. */
    INNER_ARGUMENT,
    /** What an inner call returned: {@code pass(result, point, parameter, null)}. */
    INNER_RESULT
  }

  // Fixed at construction.
  private final Kind kind;
  private final int point;
  private final String owner;
  private final String method;
  private final String descriptor;
  private final int parameter;
  private final int other;
  private final @Nullable String innerMethod;
  private final @Nullable String innerDescriptor;
  private final String serves;

  private Hook(
      Kind kind,
      int point,
      String owner,
      String method,
      String descriptor,
      int parameter,
      int other,
      @Nullable String innerMethod,
      @Nullable String innerDescriptor,
      String serves) {
    this.kind = kind;
    this.point = point;
    this.owner = owner;
    this.method = method;
    this.descriptor = descriptor;
    this.parameter = parameter;
    this.other = other;
    this.innerMethod = innerMethod;
    this.innerDescriptor = innerDescriptor;
    this.serves = serves;
  }

  /** A {@link Kind#MARK}. Names are internal ({@code a/b/C}), descriptors as in class files. */
  public static Hook mark(int point, String owner, String method, String descriptor) {
    return new Hook(Kind.MARK, point, owner, method, descriptor, -1, -1, null, null, "");
  }

  /**
   * A {@link Kind#CALL}: wherever {@code owner} calls a method that has at most one parameter,
   * which is no long or double.
   *
   * @param receiver the class that the call names
   */
  public static Hook call(
      int point, String owner, String receiver, String method, String descriptor) {
    return new Hook(Kind.CALL, point, owner, method, descriptor, -1, -1, receiver, null, "");
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
        Kind.PARAMETER, point, owner, method, descriptor, parameter, other, null, null, "");
  }

  /** A {@link Kind#RESULT} of a method that returns an object. */
  public static Hook result(int point, String owner, String method, String descriptor) {
    return new Hook(Kind.RESULT, point, owner, method, descriptor, -1, -1, null, null, "");
  }

  /** The class whose method is called, for {@link Kind#CALL}. */
  String receiver() {
    return innerMethod == null ? "" : innerMethod;
  }

  /** This place's inner call: its last argument or its result, with a parameter as context. */
  public Hook inner(Kind innerKind, int innerPoint, String name, String innerDescriptor) {
    return new Hook(
        innerKind,
        innerPoint,
        owner,
        method,
        descriptor,
        parameter,
        -1,
        name,
        innerDescriptor,
        serves);
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
        innerMethod,
        innerDescriptor,
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

  /** The inner call's method of the same class; null for other kinds. */
  public @Nullable String innerMethod() {
    return innerMethod;
  }

  /** The inner call's descriptor; null for other kinds. */
  public @Nullable String innerDescriptor() {
    return innerDescriptor;
  }

  @Override
  public String toString() {
    String simple = owner.substring(owner.lastIndexOf('/') + 1);
    return simple
        + (kind == Kind.CALL
            ? " > " + method
            : "." + method + (innerMethod == null ? "" : " > " + innerMethod));
  }
}
