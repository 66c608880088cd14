package io.fusebox.okhttp;

import io.fusebox.engine.Outcome;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLProtocolException;
import okhttp3.internal.http2.ConnectionShutdownException;
import okhttp3.internal.http2.ErrorCode;
import okhttp3.internal.http2.StreamResetException;

/** What OkHttp's exceptions say, by type and cause. Stateless. */
final class Failures {

  private static final int DEEPEST = 10;

  private Failures() {}

  /**
   * Classifies.
   *
   * @param sent whether any byte of the request may have left
   */
  static Outcome outcome(IOException failure, boolean sent) {
    Throwable link = failure;
    for (int i = 0; link != null && i < DEEPEST; i++, link = link.getCause()) {
      if (link instanceof GeneralSecurityException
          || link instanceof SSLPeerUnverifiedException
          || link instanceof SSLProtocolException
          || link instanceof ProtocolException) {
        return Outcome.HOPELESS;
      }
      if (isUnprocessedLink(link)) {
        return Outcome.UNPROCESSED;
      }
    }
    if (failure instanceof SocketTimeoutException) {
      return sent ? Outcome.TIMED_OUT : Outcome.NEVER_SENT;
    }
    if (failure instanceof InterruptedIOException) {
      // The thread was interrupted, or an executor of the application took no more.
      return Outcome.ABANDONED;
    }
    return sent ? Outcome.BROKEN : Outcome.NEVER_SENT;
  }

  /** Whether the other side says that it has not begun with it. */
  static boolean isUnprocessed(IOException failure) {
    return isUnprocessed(failure, true);
  }

  /** Whether nothing of it was written, for its connection was going away before. */
  static boolean isUntouched(IOException failure) {
    return isUnprocessed(failure, false);
  }

  private static boolean isUnprocessed(IOException failure, boolean orRefused) {
    Throwable link = failure;
    for (int i = 0; link != null && i < DEEPEST; i++, link = link.getCause()) {
      if (orRefused ? isUnprocessedLink(link) : link instanceof ConnectionShutdownException) {
        return true;
      }
    }
    return false;
  }

  private static boolean isUnprocessedLink(Throwable link) {
    return link instanceof ConnectionShutdownException || isRefusedStream(link);
  }

  private static boolean isRefusedStream(Throwable link) {
    return link instanceof StreamResetException
        && ((StreamResetException) link).errorCode == ErrorCode.REFUSED_STREAM;
  }
}
