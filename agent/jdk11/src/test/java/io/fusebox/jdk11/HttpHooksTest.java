package io.fusebox.jdk11;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.fusebox.weaving.Hook;
import io.fusebox.weaving.Weaver;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The places that we name, in the client of the JDK that runs this. */
class HttpHooksTest {

  /** Closes its clients, and knows what was not processed. */
  private static final boolean NEW = Runtime.version().feature() >= 21;

  private final HttpHooks hooks = new HttpHooks();

  @Test
  void everyPlaceIsFoundInThisJdk() throws IOException {
    for (Map.Entry<String, List<Hook>> owner : byOwner().entrySet()) {
      List<Hook> applied = new ArrayList<>();
      byte[] original = classFile(owner.getKey());
      byte[] woven = Weaver.weave(original, owner.getValue(), applied);
      assertEquals(points(owner.getValue()), points(applied), owner.getKey());
      assertNotEquals(original.length, woven.length, owner.getKey());
    }
  }

  /** By number: what has had several names counts as found under one of them. */
  private static Set<Integer> points(List<Hook> hooks) {
    Set<Integer> points = new TreeSet<>();
    for (Hook hook : hooks) {
      boolean everywhere =
          hook.point() != HttpHooks.CLIENT_CLOSES && hook.point() != HttpHooks.UNPROCESSED;
      if (everywhere || NEW) {
        points.add(hook.point());
      }
    }
    return points;
  }

  @Test
  void aClassWithoutThosePlacesIsLeftAsItIs() throws IOException {
    byte[] original = classFile("jdk/internal/net/http/Http1Request");
    List<Hook> applied = new ArrayList<>();
    List<Hook> strange =
        List.of(Hook.mark(1, "jdk/internal/net/http/Http1Request", "isNotThere", "()V"));
    assertArrayEquals(original, Weaver.weave(original, strange, applied));
    assertEquals(List.of(), applied);
  }

  private Map<String, List<Hook>> byOwner() {
    List<Hook> all = new ArrayList<>(Arrays.asList(hooks.required()));
    all.addAll(Arrays.asList(hooks.optional()));
    Map<String, List<Hook>> owners = new LinkedHashMap<>();
    for (Hook hook : all) {
      owners.computeIfAbsent(hook.owner(), name -> new ArrayList<>()).add(hook);
    }
    return owners;
  }

  private static byte[] classFile(String name) throws IOException {
    try (InputStream in = HttpClient.class.getModule().getResourceAsStream(name + ".class")) {
      return in.readAllBytes();
    }
  }
}
