package io.fusebox.jdk11;

import io.fusebox.engine.Outcome;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * What the client's exceptions say. By type and cause, for messages differ between releases and may
 * be missing (a refused connect has none from 17 to 25); by message only where the client has no
 * type for it, and then to what is safe if it should change.
 */
final class Failures {

  private static final int DEEPEST = 10;

  // How the client says it, before and since it sends such requests again by itself.
  private static final String REFUSED_STREAM = "Received RST_STREAM: Stream not processed";
  private static final String UNPROCESSED = "request not processed by peer";

  // Headers that HTTP/2 forbids, up to 21 without a type of its own; on 11 a broken frame as well.
  private static final String[] PROTOCOL_ERRORS = {"malformed response: ", "protocol error"};

  // Up to 17 all that the client says of a GOAWAY, whichever streams it names.
  private static final String GOAWAY = ": GOAWAY received";

  // What the client says of a publisher that gives more or less than it promised.
  private static final String[] PUBLISHERS = {
    "Too many bytes in request body", "Too few bytes returned by the publisher"
  };

  // The client's own count of what the other side allows: nothing was even sent.
  private static final String TOO_MANY_STREAMS = "too many concurrent streams";

  private Failures() {}

  /**
   * Classifies.
   *
   * @param sent whether any byte of the request may have left
   * @param answered whether it was answered before, by a redirect or a question who asks
   */
  static Outcome outcome(Throwable failure, boolean sent, boolean answered) {
    Outcome outcome = Outcome.ABANDONED;
    boolean onTheWay = false;
    Throwable link = failure;
    for (int i = 0; link != null && i < DEEPEST; i++, link = link.getCause()) {
      Outcome of = ofType(link, sent);
      if (of == Outcome.ABANDONED || of == Outcome.HOPELESS || of == Outcome.CLOSING) {
        return of;
      }
      if (of == Outcome.TIMED_OUT) {
        // All that is below it, such as a closed connection, is its consequence.
        return of;
      }
      if (isTooManyStreams(link)) {
        return answered ? Outcome.ABANDONED : Outcome.UNPROCESSED;
      }
      if (of == Outcome.UNPROCESSED) {
        // Only this hop was not: the one before it was.
        return answered ? Outcome.BROKEN : of;
      }
      onTheWay |= isOnTheWay(link);
      // The innermost says most, the outer ones only that it was about input and output.
      outcome = of == null ? outcome : of;
    }
    if (onTheWay) {
      return answered ? Outcome.BROKEN : Outcome.NEVER_SENT;
    }
    return outcome;
  }

  private static @Nullable Outcome ofType(Throwable link, boolean sent) {
    if (link instanceof CancellationException
        || link instanceof InterruptedException
        || link instanceof RejectedExecutionException) {
      // The last comes of an executor of the application that is full or shut down.
      return Outcome.ABANDONED;
    }
    if (link instanceof GeneralSecurityException
        || link instanceof SSLPeerUnverifiedException
        || link instanceof SSLProtocolException
        || link instanceof ProtocolException) {
      return Outcome.HOPELESS;
    }
    if (link instanceof HttpTimeoutException && !(link instanceof HttpConnectTimeoutException)) {
      return Outcome.TIMED_OUT;
    }
    if (link instanceof SSLException && isAlertOfCertificate(link)) {
      return Outcome.HOPELESS;
    }
    if (link instanceof IOException && startsWithOneOf(PROTOCOL_ERRORS, link)) {
      return Outcome.HOPELESS;
    }
    if (isRefusedStream(link)) {
      return Outcome.UNPROCESSED;
    }
    if (link instanceof IOException && startsWithOneOf(PUBLISHERS, link)) {
      return Outcome.ABANDONED;
    }
    if (link instanceof IOException && String.valueOf(link.getMessage()).endsWith(GOAWAY)) {
      return Outcome.CLOSING;
    }
    if (link instanceof IOException) {
      return sent ? Outcome.BROKEN : Outcome.NEVER_SENT;
    }
    return null;
  }

  /**
   * Whether the connection never stood. The client writes the head of an HTTP/1.1 request also
   * where the TLS handshake has just ended in EOF, so what was written says nothing then.
   */
  private static boolean isOnTheWay(Throwable link) {
    return link instanceof ConnectException
        || link instanceof HttpConnectTimeoutException
        || link instanceof UnknownHostException
        || link instanceof UnresolvedAddressException
        || (link instanceof SSLHandshakeException && !isAlert(link));
  }

  /** An alert may come after the handshake, and after the request. */
  private static boolean isAlert(Throwable link) {
    String message = link.getMessage();
    return message == null || message.contains("alert");
  }

  /** The other side does not like our certificate: it will not like it any better next time. */
  private static boolean isAlertOfCertificate(Throwable link) {
    String message = link.getMessage();
    return message != null
        && message.contains("alert")
        && (message.contains("certificate")
            || message.contains("unknown_ca")
            || message.contains("access_denied")
            || message.contains("handshake_failure")
            || message.contains("protocol_version"));
  }

  /** Whether time ran out, of whichever timeout, while connecting too. */
  static boolean isTimeout(Throwable failure) {
    Throwable link = failure;
    for (int i = 0; link != null && i < DEEPEST; i++, link = link.getCause()) {
      if (link instanceof HttpTimeoutException) {
        return true;
      }
    }
    return false;
  }

  private static boolean startsWithOneOf(String[] beginnings, Throwable link) {
    String message = String.valueOf(link.getMessage());
    for (String beginning : beginnings) {
      if (message.startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTooManyStreams(Throwable link) {
    return link instanceof IOException && TOO_MANY_STREAMS.equals(link.getMessage());
  }

  private static boolean isRefusedStream(Throwable link) {
    String message = link.getMessage();
    return link instanceof IOException
        && (REFUSED_STREAM.equals(message) || UNPROCESSED.equals(message));
  }
}
