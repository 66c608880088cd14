package io.fusebox.bench;

import java.util.Locale;
import java.util.Random;

/** Requests to look up among {@link ManyPolicies}. */
public final class Requests {

  private Requests() {}

  /** What a look-up is asked. */
  record Request(String method, String scheme, String host, int port, String path) {}

  /** Kinds of request. */
  public enum Kind {
    /** A host that is named. */
    EXACT,
    /** The same, in capitals. */
    EXACT_CAPITALS,
    /** A host and port that are named. */
    HOST_AND_PORT,
    /** Two labels below a suffix that is named. */
    SUFFIX,
    /** Below one of the 199 paths of a host. */
    PATH,
    /** Nothing is known of the host. */
    MISS,
    /** Ten suffixes are known, each with a path that is not quite the one asked for. */
    WORST,
    /** 252 characters, 121 labels, all suffixes to be tried: a name nobody has. */
    LONGEST_NAME,
    /** All that hit, evenly. */
    MIXED;

    /** Whether a policy is found. */
    boolean hits() {
      return this != MISS && this != WORST && this != LONGEST_NAME;
    }

    Request[] some(int count) {
      Random random = new Random(7);
      Request[] requests = new Request[count];
      for (int i = 0; i < count; i++) {
        requests[i] = one(random.nextInt(1 << 20), random);
      }
      return requests;
    }

    private Request one(int n, Random random) {
      return switch (this) {
        case EXACT -> get(ManyPolicies.host(n % 4_000), 443, "/v1/charges");
        case EXACT_CAPITALS -> get(capitals(ManyPolicies.host(n % 4_000)), 443, "/v1/charges");
        case HOST_AND_PORT -> get(ManyPolicies.host(4_000 + n % 2_000), 8443, "/v1/charges");
        case SUFFIX -> get("a.b" + n % 7 + "." + ManyPolicies.suffix(n % 2_000), 443, "/items");
        case PATH -> path(n % 1_990);
        case MISS -> get("other-" + n + ".elsewhere.net", 443, "/v1/charges");
        case WORST -> get(ManyPolicies.nested(11), 443, "/a/" + n + "/c/" + n);
        case LONGEST_NAME -> get("n.".repeat(118) + "deep.example.org", 443, "/" + n);
        case MIXED -> MIX[random.nextInt(MIX.length)].one(n, random);
      };
    }

    private static Request path(int i) {
      return get(ManyPolicies.pathHost(i), 443, ManyPolicies.path(i) + "/" + i + "/lines");
    }

    private static String capitals(String host) {
      return host.toUpperCase(Locale.ROOT);
    }

    private static Request get(String host, int port, String path) {
      return new Request("GET", "https", host, port, path);
    }

    private static final Kind[] MIX = {EXACT, EXACT_CAPITALS, HOST_AND_PORT, SUFFIX, PATH};
  }
}
