package io.fusebox.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.calls.CallServices.Step;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was decided is done, also where no thread can be had for it. */
@Timeout(20)
class WorkersTest {

  private final List<String> faults = new CopyOnWriteArrayList<>();
  private final Limited threads = new Limited();
  private final Limited callbackThreads = new Limited();
  private final Workers workers =
      new Workers(threads, callbackThreads, (where, fault) -> faults.add(where));

  /** Gives so many threads and no more, as a system does that has none left. */
  private static final class Limited implements ThreadFactory {
    private int left;

    @Override
    public synchronized Thread newThread(Runnable task) {
      if (left-- <= 0) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      Thread thread = new Thread(task);
      thread.setDaemon(true);
      return thread;
    }
  }

  @Test
  void stepThatNobodyWillRunIsGivenBack() {
    Step step = (event, argument) -> {};
    assertThrows(OutOfMemoryError.class, () -> workers.handOver(step, 1));
  }

  @Test
  void oneWorkerDoesTheStepsOfThoseThatAreNotToBeHad() throws Exception {
    threads.left = 1;
    CountDownLatch all = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      workers.handOver((event, argument) -> all.countDown(), i);
    }
    assertTrue(all.await(10, TimeUnit.SECONDS));
    assertEquals(List.of("workers", "workers"), faults);
  }

  @Test
  void callbackThatNoThreadCanBeHadForRunsHere() throws Exception {
    CompletableFuture<Thread> ran = new CompletableFuture<>();
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    workers.callBack((event, argument) -> ran.complete(Thread.currentThread()), 1, null);
    assertSame(Thread.currentThread(), ran.get(10, TimeUnit.SECONDS));
    assertSame(before, Thread.currentThread().getContextClassLoader());
  }

  @Test
  void callbackRunsHereWhateverKeepsAThreadAway() throws Exception {
    ThreadFactory denied =
        task -> {
          throw new SecurityException("no threads");
        };
    Workers strict = new Workers(threads, denied, (where, fault) -> faults.add(where));
    CompletableFuture<Thread> ran = new CompletableFuture<>();
    strict.callBack((event, argument) -> ran.complete(Thread.currentThread()), 1, null);
    assertSame(Thread.currentThread(), ran.get(10, TimeUnit.SECONDS));
    assertEquals(List.of("callbacks"), faults);
  }

  @Test
  void callbackHasAThreadOfItsOwnWhereOneCanBeHad() throws Exception {
    callbackThreads.left = 1;
    CompletableFuture<Thread> ran = new CompletableFuture<>();
    workers.callBack((event, argument) -> ran.complete(Thread.currentThread()), 1, null);
    assertNotSame(Thread.currentThread(), ran.get(10, TimeUnit.SECONDS));
  }
}
