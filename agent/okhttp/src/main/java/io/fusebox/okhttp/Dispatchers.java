package io.fusebox.okhttp;

import java.lang.reflect.Field;
import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import okhttp3.Call;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;

/** Which dispatcher a call waits its turn at. Asked when all of one are cancelled. Stateless. */
final class Dispatchers {

  private Dispatchers() {}

  /**
   * The dispatcher of a call's client.
   *
   * @throws ReflectiveOperationException if this OkHttp keeps it elsewhere
   */
  static Dispatcher of(Call call) throws ReflectiveOperationException {
    try {
      // Whoever cancels may have fewer rights than this takes.
      return AccessController.doPrivileged(new Asking(call)).dispatcher();
    } catch (PrivilegedActionException e) {
      throw new ReflectiveOperationException(e.getException());
    }
  }

  private static final class Asking implements PrivilegedExceptionAction<OkHttpClient> {
    private final Call call;

    Asking(Call call) {
      this.call = call;
    }

    @Override
    public OkHttpClient run() throws ReflectiveOperationException {
      Object client;
      try {
        client = call.getClass().getMethod("getClient").invoke(call);
      } catch (NoSuchMethodException before) {
        // Up to 3.14.
        Field field = call.getClass().getDeclaredField("client");
        field.setAccessible(true);
        client = field.get(call);
      }
      return (OkHttpClient) client;
    }
  }
}
