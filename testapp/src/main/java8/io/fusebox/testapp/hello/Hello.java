package io.fusebox.testapp.hello;

/** The smallest program there is, for every Java from 8 on. */
public final class Hello {

  private Hello() {}

  /** Says {@code hello=VERSION}, VERSION being that of the Java it runs on. */
  public static void main(String[] args) {
    System.out.println("hello=" + System.getProperty("java.specification.version"));
  }
}
