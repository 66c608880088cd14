package io.fusebox.weaving;

/** A method that is to be watched in every class that declares it. A value. */
public final class Watch {

  // Fixed at construction.
  private final int point;
  private final String method;
  private final String descriptor;
  private final boolean entryOnly;
  private final String beside;

  private Watch(int point, String method, String descriptor, boolean entryOnly, String beside) {
    this.point = point;
    this.method = method;
    this.descriptor = descriptor;
    this.entryOnly = entryOnly;
    this.beside = beside;
  }

  /** From its beginning to its end. */
  public static Watch of(int point, String method, String descriptor) {
    return new Watch(point, method, descriptor, false, "");
  }

  /** Only its beginning. */
  public static Watch entry(int point, String method, String descriptor) {
    return new Watch(point, method, descriptor, true, "");
  }

  /** This watch, but only where the class declares a method of that name, too. */
  public Watch beside(String name) {
    return new Watch(point, method, descriptor, entryOnly, name);
  }

  /** The method that the class has to declare, too; empty for none. */
  public String beside() {
    return beside;
  }

  /** The number that the bridge hands to the router. */
  public int point() {
    return point;
  }

  /** The method's name. */
  public String method() {
    return method;
  }

  /** Its descriptor. */
  public String descriptor() {
    return descriptor;
  }

  /** Whether its end is of no interest. */
  public boolean isEntryOnly() {
    return entryOnly;
  }

  @Override
  public String toString() {
    return method + descriptor;
  }
}
