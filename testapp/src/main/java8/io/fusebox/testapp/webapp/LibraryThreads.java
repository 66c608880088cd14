package io.fusebox.testapp.webapp;

import java.lang.reflect.Field;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;

/** The threads that all clients of one OkHttp share, and which it lets idle for a minute. */
final class LibraryThreads {

  private LibraryThreads() {}

  /** As an application has to that wants to be collected soon. */
  static void endWhenIdle() throws ReflectiveOperationException {
    executor().setKeepAliveTime(1, TimeUnit.MILLISECONDS);
  }

  private static ThreadPoolExecutor executor() throws ReflectiveOperationException {
    Class<?> runner;
    try {
      runner = Class.forName("okhttp3.internal.concurrent.TaskRunner");
    } catch (ClassNotFoundException before) {
      return (ThreadPoolExecutor) field(ConnectionPool.class, "executor").get(null);
    }
    Object backend = field(runner, "backend").get(runner.getField("INSTANCE").get(null));
    return (ThreadPoolExecutor) field(backend.getClass(), "executor").get(backend);
  }

  private static Field field(Class<?> of, String name) throws ReflectiveOperationException {
    Field field = of.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
