package io.fusebox.bench.app;

/** Makes one call after the other: how long each takes, and what it allocates. */
final class Loop {

  private Loop() {}

  /** One call; gives its status. */
  interface Call {
    int make() throws Exception;
  }

  /** Warms up, measures, prints the result and ends the process. */
  static void run(Call call, String warmUp, String measured) throws Exception {
    make(call, new long[Integer.parseInt(warmUp)]);
    long[] nanos = new long[Integer.parseInt(measured)];
    // Once for nothing, so that what the bean itself loads is not counted.
    Allocation.now();
    Allocation before = Allocation.now();
    long start = System.nanoTime();
    make(call, nanos);
    double seconds = (System.nanoTime() - start) / 1e9;
    Result result = new Result();
    Allocation.now().addSince(before, nanos.length, result);
    result.add("callsPerSecond", nanos.length / seconds).addMicros(nanos).print();
    // A client's own threads may be no daemons, nor may an agent's.
    Runtime.getRuntime().halt(0);
  }

  private static void make(Call call, long[] nanos) throws Exception {
    for (int i = 0; i < nanos.length; i++) {
      long start = System.nanoTime();
      int status = call.make();
      nanos[i] = System.nanoTime() - start;
      if (status != 200) {
        throw new IllegalStateException("status " + status);
      }
    }
  }
}
