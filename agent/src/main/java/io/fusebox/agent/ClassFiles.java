package io.fusebox.agent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Class files of the jar that are defined elsewhere than in the agent's own loader. Stateless. */
final class ClassFiles {

  private ClassFiles() {}

  /**
   * One of them, whole.
   *
   * @param name such as {@code java/lang/FuseboxGate.class}
   */
  static byte[] read(String name) throws IOException {
    try (InputStream in = ClassFiles.class.getClassLoader().getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the jar has no " + name);
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      byte[] buffer = new byte[4096];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        bytes.write(buffer, 0, count);
      }
      return bytes.toByteArray();
    }
  }
}
