package io.fusebox.engine;

/**
 * What a breaker's permit says, in one long: the generation of the state that gave it and, for a
 * probe, its place, the number of its lease, and whether it is the call that made the breaker
 * half-open. Never negative.
 */
final class Permits {

  /** Bits of a lease's number. It wraps, long after whoever held that number has been forgotten. */
  static final int LEASE_BITS = 20;

  static final long LEASE_MASK = (1L << LEASE_BITS) - 1;

  private static final int PLACE_BITS = 7;
  private static final long PLACE_MASK = (1L << PLACE_BITS) - 1;
  private static final int FIRST_SHIFT = LEASE_BITS + PLACE_BITS;
  private static final int GENERATION_SHIFT = FIRST_SHIFT + 1;

  private Permits() {}

  /** An ordinary call's. */
  static long ordinary(long generation) {
    return generation << GENERATION_SHIFT;
  }

  /** A probe's; places count from 0. */
  static long probe(long generation, int place, long lease, boolean first) {
    return ordinary(generation)
        | (first ? 1L << FIRST_SHIFT : 0)
        | ((place + 1L) << LEASE_BITS)
        | lease;
  }

  /** For what is no permit, a generation that no state has. */
  static long generation(long permit) {
    return permit >>> GENERATION_SHIFT;
  }

  /** The probe's place, from 0; -1 for an ordinary call. */
  static int place(long permit) {
    return (int) ((permit >>> LEASE_BITS) & PLACE_MASK) - 1;
  }

  static long lease(long permit) {
    return permit & LEASE_MASK;
  }

  static boolean isFirst(long permit) {
    return permit >= 0 && ((permit >>> FIRST_SHIFT) & 1) == 1;
  }
}
