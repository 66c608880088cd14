package io.fusebox.testapp.safety;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads an application fifty times, each in a loader of its own, lets it make its calls, and drops
 * it: {@code CLASSES CALL...}. Says how many loaders are left, and how many threads more there are
 * after the last than after the tenth.
 */
public final class Redeployer {

  private static final int TIMES = 50;
  private static final int SETTLED = 10;

  private Redeployer() {}

  /** See above. */
  public static void main(String[] args) throws Exception {
    URL[] classes = {Path.of(args[0]).toUri().toURL()};
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    int threads = 0;
    for (int i = 0; i < TIMES; i++) {
      loaders.add(deploy(classes, args));
      if (i == SETTLED) {
        threads = ours();
      }
    }
    int left = loaders.size();
    for (int i = 0; i < 200 && left > 0; i++) {
      System.gc();
      Thread.sleep(50);
      left = (int) loaders.stream().filter(loader -> loader.get() != null).count();
    }
    System.out.println("loaders.left=" + left);
    System.out.println("threads.more=" + Math.max(0, ours() - threads));
    System.out.println("threads=" + Thread.getAllStackTraces().keySet());
  }

  /** All but those of the client, which end when it has been collected. */
  private static int ours() {
    return (int)
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> !thread.getName().startsWith("HttpClient-"))
            .count();
  }

  private static WeakReference<ClassLoader> deploy(URL[] classes, String[] args)
      throws IOException, ReflectiveOperationException {
    ClassLoader platform = ClassLoader.getSystemClassLoader().getParent();
    try (URLClassLoader loader = new URLClassLoader(classes, platform)) {
      Class<?> application = loader.loadClass(Deployed.class.getName());
      application
          .getMethod("main", String[].class)
          .invoke(null, (Object) java.util.Arrays.copyOfRange(args, 1, args.length));
      return new WeakReference<>(loader);
    }
  }
}
