package io.fusebox.okhttp;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import okhttp3.FormBody;
import okhttp3.MultipartBody;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/**
 * Which request bodies give the same bytes each time they are written. Those of OkHttp's own kinds
 * are known to. One of the application's may read a stream that is used up, and an EMPTY body would
 * arrive: it has to say by a method of its own that it is no one-shot, and how long it is. Then
 * less could not pass for it, for OkHttp counts what it writes. Stateless.
 */
final class RequestBodies {

  private static final String OWN = "okhttp3.RequestBody$";

  // Since 3.14; of the kinds above, one that reads from a file descriptor says so.
  private static final @Nullable MethodHandle ONE_SHOT = find("isOneShot");
  private static final @Nullable MethodHandle DUPLEX = find("isDuplex");

  // 3.14 keeps a connection on which a body came short: the next request would be taken for its
  // rest.
  private static final boolean CLOSES_WHAT_CAME_SHORT = isWrittenInKotlin();

  private static final ClassValue<Boolean> SAYS_ITSELF =
      new ClassValue<Boolean>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          try {
            return type.getMethod("isOneShot").getDeclaringClass() != RequestBody.class;
          } catch (NoSuchMethodException | LinkageError e) {
            return false;
          }
        }
      };

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

  /**
   * The length of a body of the application's own kind that says that it can be written again; 0 of
   * any other. Asks the body: its answers may change.
   */
  static long saidLength(@Nullable RequestBody body) throws Throwable {
    if (body == null
        || !CLOSES_WHAT_CAME_SHORT
        || body instanceof MultipartBody // That of 5.x says so without asking its parts.
        || !SAYS_ITSELF.get(body.getClass())) {
      return 0;
    }
    try {
      return is(ONE_SHOT, body) ? 0 : Math.max(0, body.contentLength());
    } catch (IOException | RuntimeException itsOwn) {
      return 0;
    }
  }

  /** Whether OkHttp would send the same bytes if it sent a request again that has left. */
  static boolean isTheSameAgain(Request sent) throws Throwable {
    RequestBody body = sent.body();
    if (isRepeatable(body)) {
      return true;
    }
    long length = saidLength(body);
    return length > 0 && Long.toString(length).equals(sent.header("Content-Length"));
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

  /** From 4 on. */
  private static boolean isWrittenInKotlin() {
    try {
      return Modifier.isStatic(RequestBody.class.getField("Companion").getModifiers());
    } catch (NoSuchFieldException before) {
      return false;
    }
  }
}
