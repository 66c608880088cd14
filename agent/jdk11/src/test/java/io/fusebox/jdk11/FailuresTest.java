package io.fusebox.jdk11;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fusebox.engine.Outcome;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** By type and cause: messages differ between releases, and may be missing. */
class FailuresTest {

  @Test
  void refusedConnectWithoutAMessageNeverArrived() {
    ConnectException refused = new ConnectException();
    refused.initCause(new ClosedChannelException());
    assertEquals(Outcome.NEVER_SENT, unsent(new CompletionException(refused)));
    assertEquals(Outcome.NEVER_SENT, sent(refused));
  }

  @Test
  void connectOfASecondHopSaysNothingAboutTheFirst() {
    assertEquals(Outcome.BROKEN, Failures.outcome(new ConnectException(), true, true));
    assertEquals(Outcome.BROKEN, Failures.outcome(new UnknownHostException("b"), true, true));
  }

  @Test
  void connectThatTakesTooLongNeverArrived() {
    assertEquals(
        Outcome.NEVER_SENT, sent(new HttpConnectTimeoutException("HTTP connect timed out")));
  }

  @Test
  void whatTheClientClosedBecauseTimeWasUpIsATimeout() {
    HttpTimeoutException late = new HttpTimeoutException("request timed out");
    late.initCause(new SSLHandshakeException("Remote host terminated the handshake"));
    assertEquals(Outcome.TIMED_OUT, unsent(new CompletionException(late)));
    assertEquals(Outcome.TIMED_OUT, sent(late));
  }

  @Test
  void connectionThatIsClosedInGoodOrderMayHaveServedTheRequest() {
    IOException old = new IOException("/127.0.0.1:4711: GOAWAY received");
    assertEquals(Outcome.CLOSING, sent(new CompletionException(old)));
    assertEquals(Outcome.CLOSING, unsent(old));
  }

  @Test
  void publisherThatDoesNotKeepItsWordIsTheApplications() {
    assertEquals(
        Outcome.ABANDONED,
        sent(new IOException("Too many bytes in request body. Expected: 3, got: 9")));
    assertEquals(
        Outcome.ABANDONED, sent(new IOException("Too few bytes returned by the publisher (3/9)")));
  }

  @Test
  void streamThatTheClientItselfHasNoRoomForWasNotProcessed() {
    IOException none = new IOException("too many concurrent streams");
    assertEquals(Outcome.UNPROCESSED, sent(new CompletionException(none)));
    assertEquals(Outcome.UNPROCESSED, unsent(new IOException("x", none)));
    // The first hop of a redirect was, and neither was the host's doing.
    assertEquals(Outcome.ABANDONED, Failures.outcome(none, true, true));
  }

  @Test
  void timeoutsAreToldWhereverInTheChainTheyAre() {
    assertTrue(Failures.isTimeout(new CompletionException(new HttpConnectTimeoutException("x"))));
    assertTrue(Failures.isTimeout(new IOException("x", new HttpTimeoutException("y"))));
    assertFalse(Failures.isTimeout(new IOException("timed out")));
  }

  @Test
  void handshakeThatEndsInTheMiddleNeverArrived() {
    Throwable ended = new SSLHandshakeException("Remote host terminated the handshake");
    assertEquals(Outcome.NEVER_SENT, sent(new IOException("no bytes", ended)));
  }

  @Test
  void alertMayComeAfterTheRequest() {
    assertEquals(
        Outcome.BROKEN, sent(new SSLHandshakeException("Received fatal alert: internal_error")));
  }

  @Test
  void certificateThatIsNotTrustedIsNotTrustedNextTimeEither() {
    SSLHandshakeException untrusted = new SSLHandshakeException("PKIX path building failed");
    untrusted.initCause(new CertificateException("no"));
    assertEquals(Outcome.HOPELESS, unsent(untrusted));
    assertEquals(
        Outcome.HOPELESS, sent(new SSLHandshakeException("Received fatal alert: bad_certificate")));
  }

  @Test
  void resetAndEofMayHaveHappenedOnceAnythingHasLeft() {
    assertEquals(Outcome.BROKEN, sent(new SocketException("Connection reset")));
    assertEquals(Outcome.BROKEN, sent(new IOException("no bytes", new EOFException())));
    assertEquals(Outcome.NEVER_SENT, unsent(new SocketException("Connection reset")));
  }

  @Test
  void timeoutOfTheRequestItselfIsATimeout() {
    assertEquals(Outcome.TIMED_OUT, sent(new HttpTimeoutException("request timed out")));
  }

  @Test
  void garbageIsHopeless() {
    assertEquals(Outcome.HOPELESS, sent(new IOException("x", new ProtocolException("bad status"))));
  }

  @Test
  void refusedStreamWasNotProcessedWhateverTheClientCallsIt() {
    assertEquals(
        Outcome.UNPROCESSED, sent(new IOException("Received RST_STREAM: Stream not processed")));
    assertEquals(Outcome.UNPROCESSED, sent(new IOException("request not processed by peer")));
    assertEquals(Outcome.BROKEN, sent(new IOException("Received RST_STREAM: Stream cancelled")));
  }

  @Test
  void streamThatASecondHopRefusesWasNotTheFirst() {
    assertEquals(
        Outcome.BROKEN,
        Failures.outcome(new IOException("request not processed by peer"), true, true));
  }

  /** On 11, 17 and 21 some have no type of their own. */
  @Test
  void protocolErrorOfHttp2IsFinal() {
    String[] told = {
      "malformed response: Bad header name 'X-Up'",
      "protocol error: zero streamId for DataFrame",
      "protocol error"
    };
    for (String message : told) {
      assertEquals(Outcome.HOPELESS, sent(new IOException(message)));
    }
  }

  @Test
  void whatTheApplicationDidSaysNothingAboutTheHost() {
    assertEquals(Outcome.ABANDONED, sent(new CancellationException()));
    assertEquals(Outcome.ABANDONED, sent(new IllegalStateException("a publisher's")));
    assertEquals(Outcome.ABANDONED, unsent(new IOException("x", new InterruptedException())));
    RejectedExecutionException shutDown = new RejectedExecutionException();
    assertEquals(Outcome.ABANDONED, sent(new IOException("x", shutDown)));
  }

  private static Outcome sent(Throwable failure) {
    return Failures.outcome(failure, true, false);
  }

  private static Outcome unsent(Throwable failure) {
    return Failures.outcome(failure, false, false);
  }
}
