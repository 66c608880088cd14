package io.fusebox.testapp.boot;

import java.io.File;
import java.io.IOException;
import org.springframework.boot.loader.tools.Library;
import org.springframework.boot.loader.tools.LibraryScope;
import org.springframework.boot.loader.tools.Repackager;

/**
 * Puts an application's jar and a directory of libraries into one: {@code FROM TO MAIN LIBRARIES}.
 */
public final class FatJar {

  private FatJar() {}

  /** Runs and ends. */
  public static void main(String[] args) throws IOException {
    File[] jars = new File(args[3]).listFiles();
    if (jars == null) {
      throw new IOException("no directory " + args[3]);
    }
    Repackager repackager = new Repackager(new File(args[0]));
    repackager.setMainClass(args[2]);
    repackager.repackage(
        new File(args[1]),
        callback -> {
          for (File jar : jars) {
            callback.library(new Library(jar, LibraryScope.COMPILE));
          }
        });
  }
}
