package io.fusebox.testapp.okhttp;

import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * Applications that come and go, each with an OkHttp of its own: ADDRESS ROUNDS CLASSES LIBRARY...
 * . Each round makes a loader for each library, all at once, calls through it, and drops it. Says
 * what became of each call, and how many loaders were collected in the end.
 */
public final class OkLoaders {

  private static final long PATIENCE_MILLIS = 90_000;

  private OkLoaders() {}

  /** Runs and ends. */
  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[1]);
    List<WeakReference<ClassLoader>> gone = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      gone.addAll(round(args, round));
    }
    System.out.println("loaders=" + gone.size());
    System.out.println("collected=" + collected(gone));
    System.exit(0);
  }

  private static List<WeakReference<ClassLoader>> round(String[] args, int round) throws Exception {
    List<URLClassLoader> live = new ArrayList<>();
    for (int i = 3; i < args.length; i++) {
      live.add(loader(args[2], args[i]));
    }
    List<WeakReference<ClassLoader>> references = new ArrayList<>();
    for (int i = 0; i < live.size(); i++) {
      URLClassLoader loader = live.get(i);
      Object outcome =
          loader
              .loadClass("io.fusebox.testapp.okhttp.OkOneCall")
              .getMethod("call", String.class)
              .invoke(null, args[0]);
      System.out.println("call-" + round + "-" + i + "=" + outcome);
      references.add(new WeakReference<>(loader));
    }
    for (URLClassLoader loader : live) {
      loader.close();
    }
    return references;
  }

  private static URLClassLoader loader(String classes, String library) throws Exception {
    List<URL> urls = new ArrayList<>();
    urls.add(new File(classes).toURI().toURL());
    File[] jars = new File(library).listFiles();
    for (File jar : jars == null ? new File[0] : jars) {
      urls.add(jar.toURI().toURL());
    }
    return new URLClassLoader(
        urls.toArray(new URL[0]), ClassLoader.getSystemClassLoader().getParent());
  }

  private static int collected(List<WeakReference<ClassLoader>> all) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    int collected = 0;
    while (collected < all.size() && System.nanoTime() < end) {
      System.gc();
      Thread.sleep(200);
      collected = 0;
      for (WeakReference<ClassLoader> one : all) {
        collected += one.get() == null ? 1 : 0;
      }
    }
    return collected;
  }
}
