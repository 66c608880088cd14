package io.fusebox.okhttp;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import okhttp3.FormBody;
import okhttp3.MultipartBody;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/**
 * Which request bodies give the same bytes each time they are written. Only those of OkHttp's own
 * kinds are known to: one of the application's may read a stream that is used up, and an EMPTY body
 * would arrive. Stateless.
 */
final class RequestBodies {

  private static final String OWN = "okhttp3.RequestBody$";

  // Since 3.14; of the kinds above, one that reads from a file descriptor says so.
  private static final @Nullable MethodHandle ONE_SHOT = find("isOneShot");
  private static final @Nullable MethodHandle DUPLEX = find("isDuplex");

  private RequestBodies() {}

  static boolean isRepeatable(@Nullable RequestBody body) throws Throwable {
    if (body == null) {
      return true;
    }
    if (body instanceof MultipartBody) {
      for (MultipartBody.Part part : ((MultipartBody) body).parts()) {
        if (!isRepeatable(part.body())) {
          return false;
        }
      }
      return true;
    }
    return body.getClass() == FormBody.class
        || (body.getClass().getName().startsWith(OWN) && !is(ONE_SHOT, body));
  }

  /** Whether request and response go both ways at once, for as long as they like. */
  static boolean isDuplex(@Nullable RequestBody body) throws Throwable {
    return body != null && is(DUPLEX, body);
  }

  private static boolean is(@Nullable MethodHandle test, RequestBody body) throws Throwable {
    return test != null && (boolean) test.invokeExact(body);
  }

  private static @Nullable MethodHandle find(String test) {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(RequestBody.class, test, MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException before) {
      return null;
    }
  }
}
