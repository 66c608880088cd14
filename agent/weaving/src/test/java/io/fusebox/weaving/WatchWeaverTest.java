package io.fusebox.weaving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Objects;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.SimpleRemapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Woven code runs as before, and tells how. */
class WatchWeaverTest {

  private static final Watch[] ALL = {
    Watch.of(1, "call", "()Ljava/lang/String;"),
    Watch.of(2, "many", "(IJ)J"),
    Watch.of(3, "handled", "(Ljava/lang/String;)Ljava/lang/String;"),
    Watch.of(4, "throwing", "(Ljava/lang/String;)V"),
    Watch.of(5, "locked", "(Z)V"),
    Watch.of(6, "flag", "(Ljava/lang/String;Ljava/lang/String;)Z"),
    Watch.of(7, "endless", "([I)I"),
  };

  @BeforeEach
  void forget() {
    Recorder.TOLD.clear();
    Recorder.refusal = "";
    Recorder.instead = "";
  }

  @Test
  void resultsAreWhatTheyWereAndAreTold() throws Exception {
    Object woven = woven(Opcodes.V1_8, ALL);
    assertEquals("called", call(woven, "call"));
    assertEquals(List.of("enter 1 true null null", "left called token 1"), told());
    for (int kind = 0; kind < 12; kind++) {
      long expected = new WatchedClass().many(kind, 7);
      assertEquals(expected, call(woven, "many", int.class, kind, long.class, 7L));
      // A number is not an object: nobody asks for it, nobody boxes it.
      assertEquals(List.of("enter 2 true null null", "left null token 2"), told());
    }
    assertEquals(true, call(woven, "flag", String.class, "a", String.class, "a"));
    assertEquals(List.of("enter 6 false a a", "left null token 6"), told());
  }

  @Test
  void handlersOfItsOwnGoFirst() throws Exception {
    Object woven = woven(Opcodes.V1_8, ALL[2]);
    assertEquals("x", call(woven, "handled", String.class, " x "));
    assertEquals("handled none", call(woven, "handled", String.class, null));
    assertEquals(
        List.of(
            "enter 3 true  x  null",
            "left x token 3",
            "enter 3 true null null",
            "left handled none token 3"),
        told());
  }

  @Test
  void whatIsThrownIsToldAndMayBeReplaced() throws Exception {
    Object woven = woven(Opcodes.V1_8, ALL);
    assertEquals("why", thrown(woven, "throwing", String.class, "why").getMessage());
    assertEquals(List.of("enter 4 true why null", "failed why token 4"), told());
    assertEquals("locked", thrown(woven, "locked", boolean.class, true).getMessage());
    assertEquals(List.of("enter 5 true true null", "failed locked token 5"), told());
    call(woven, "locked", boolean.class, false);
    assertEquals(List.of("enter 5 true false null", "left null token 5"), told());
    Recorder.instead = "ours";
    assertEquals("ours", thrown(woven, "endless", int[].class, new int[3]).getMessage());
  }

  @Test
  void refusalEndsItBeforeItHasBegun() throws Exception {
    Object woven = woven(Opcodes.V1_8, ALL);
    Recorder.refusal = "refused";
    int[] values = {0};
    assertEquals("refused", thrown(woven, "endless", int[].class, values).getMessage());
    assertEquals(0, values[0]);
    // It is not among what the method itself has thrown.
    assertEquals(1, Recorder.TOLD.size());
  }

  @Test
  void entryAloneIsToldWhereNoMoreIsAskedFor() throws Exception {
    Object woven = woven(Opcodes.V1_8, Watch.entry(9, "call", "()Ljava/lang/String;"));
    assertEquals("called", call(woven, "call"));
    assertEquals(List.of("enter 9 true null null"), told());
  }

  /** 48 and 49 have no frames at all, 50 may have them, from 51 on they are required. */
  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_4, Opcodes.V1_5, Opcodes.V1_6, Opcodes.V1_7, Opcodes.V11})
  void classFilesOfEveryAgeAreVerified(int version) throws Exception {
    Object woven = woven(version, ALL);
    assertEquals(new WatchedClass().many(5, 1), call(woven, "many", int.class, 5, long.class, 1L));
    assertEquals("x", call(woven, "handled", String.class, "x"));
    thrown(woven, "throwing", String.class, "why");
    // What it calls itself is told, too.
    assertEquals(8, Recorder.TOLD.size());
  }

  @Test
  void methodIsWatchedOnlyBesideItsNeighbour() throws Exception {
    Watch call = ALL[0];
    assertNull(WatchWeaver.weave(original(Opcodes.V1_8), new Watch[] {call.beside("absent")}));
    assertNotNull(WatchWeaver.weave(original(Opcodes.V1_8), new Watch[] {call.beside("many")}));
  }

  @Test
  void interfacesAndClassesThatNobodyCallsByAnInterfaceAreLeftAlone() throws Exception {
    Watch[] run = {Watch.of(1, "run", "()V")};
    assertNull(WatchWeaver.weave(bytes(Runnable.class), run));
    assertNull(WatchWeaver.weave(bytes(Plain.class), run));
    assertNull(WatchWeaver.weave(original(Opcodes.V1_8), run));
  }

  /** Has the method, and neither a superclass nor an interface. */
  static class Plain {
    void run() {}
  }

  private static List<Object> told() {
    List<Object> told = List.copyOf(Recorder.TOLD);
    Recorder.TOLD.clear();
    return told;
  }

  private static @Nullable Object call(
      Object target, String name, @Nullable Object... typesAndValues) throws Exception {
    Class<?>[] types = new Class<?>[typesAndValues.length / 2];
    @Nullable Object[] values = new @Nullable Object[types.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = (Class<?>) Objects.requireNonNull(typesAndValues[2 * i]);
      values[i] = typesAndValues[2 * i + 1];
    }
    return target.getClass().getMethod(name, types).invoke(target, values);
  }

  private static Throwable thrown(Object target, String name, Object... typesAndValues) {
    return Objects.requireNonNull(
        assertThrows(InvocationTargetException.class, () -> call(target, name, typesAndValues))
            .getCause());
  }

  private static Object woven(int version, Watch... watches) throws Exception {
    byte[] woven = WatchWeaver.weave(original(version), watches);
    assertNotNull(woven);
    ClassWriter writer = new ClassWriter(0);
    String recorder = Recorder.class.getName().replace('.', '/');
    new ClassReader(woven)
        .accept(
            new ClassRemapper(
                writer, new SimpleRemapper(Opcodes.ASM9, "java/lang/FuseboxGate", recorder)),
            0);
    byte[] remapped = writer.toByteArray();
    ClassLoader loader =
        new ClassLoader(WatchWeaverTest.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals(WatchedClass.class.getName())
                ? defineClass(name, remapped, 0, remapped.length)
                : super.loadClass(name, resolve);
          }
        };
    return loader.loadClass(WatchedClass.class.getName()).getConstructor().newInstance();
  }

  /** The class file as a compiler of that time would have written it. */
  private static byte[] original(int version) throws Exception {
    ClassReader reader = new ClassReader(bytes(WatchedClass.class));
    ClassWriter writer = new ClassWriter(0);
    reader.accept(writer, version < Opcodes.V1_7 ? ClassReader.SKIP_FRAMES : 0);
    byte[] bytes = writer.toByteArray();
    bytes[4] = 0;
    bytes[5] = 0;
    bytes[6] = (byte) (version >>> 8);
    bytes[7] = (byte) version;
    return bytes;
  }

  private static byte[] bytes(Class<?> type) throws Exception {
    String name = '/' + type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }
}
