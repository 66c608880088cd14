package io.fusebox.agent;

/** What really went wrong, below what reflection and initialisers wrap around it. */
final class RootCause {

  private static final int DEEPEST = 20;

  private RootCause() {}

  static Throwable of(Throwable failure) {
    Throwable root = failure;
    for (int i = 0; i < DEEPEST && root.getCause() != null; i++) {
      root = root.getCause();
    }
    return root;
  }
}
