package io.fusebox.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CallClocksTest {

  private static final long NEVER = CallClocks.NEVER;

  private final FakeTicker ticker = new FakeTicker();

  @Test
  void nothingIsDueWithoutBounds() {
    CallClocks clocks = clocks(new FakeBounds());
    assertEquals(NEVER, clocks.nextDue());
    pass(Duration.ofDays(365));
    assertNull(clocks.expired(ticker.nanos()));
  }

  @Test
  void totalRunsFromTheFirstMomentToTheLastByte() {
    CallClocks clocks = clocks(new FakeBounds().total(800));
    pass(Duration.ofMillis(700));
    clocks.headArrived(false);
    pass(Duration.ofMillis(99));
    assertNull(clocks.expired(ticker.nanos()));
    pass(Duration.ofMillis(1));
    assertEquals(Clock.TOTAL, clocks.expired(ticker.nanos()));
  }

  @Test
  void attemptEndsAtTheHead() {
    CallClocks clocks = clocks(new FakeBounds().attempt(300));
    assertEquals(Duration.ofMillis(300).toNanos(), clocks.nextDue());
    clocks.headArrived(false);
    assertEquals(NEVER, clocks.nextDue());
  }

  @Test
  void silenceCountsOnlyWhileTheOtherSideHasToSpeak() {
    CallClocks clocks = clocks(new FakeBounds().read(100));
    pass(Duration.ofSeconds(5));
    assertNull(clocks.expired(ticker.nanos()));
    clocks.waiting(ticker.nanos());
    pass(Duration.ofMillis(99));
    assertNull(clocks.expired(ticker.nanos()));
    clocks.waiting(ticker.nanos());
    pass(Duration.ofMillis(99));
    assertNull(clocks.expired(ticker.nanos()));
    pass(Duration.ofMillis(1));
    assertEquals(Clock.READ, clocks.expired(ticker.nanos()));
  }

  @Test
  void aSlowReaderIsNotSilence() {
    CallClocks clocks = clocks(new FakeBounds().read(100));
    clocks.headArrived(false);
    clocks.waiting(ticker.nanos());
    clocks.notAsking();
    pass(Duration.ofMinutes(1));
    assertNull(clocks.expired(ticker.nanos()));
  }

  @Test
  void connectIsOverWhenTheRequestIsSent() {
    CallClocks clocks = clocks(new FakeBounds().connect(200));
    clocks.connecting(ticker.nanos());
    assertEquals(Duration.ofMillis(200).toNanos(), clocks.nextDue());
    pass(Duration.ofMillis(200));
    assertEquals(Clock.CONNECT, clocks.expired(ticker.nanos()));
    clocks.sending();
    assertNull(clocks.expired(ticker.nanos()));
  }

  @Test
  void aStreamOutlivesTotalAndAttempt() {
    CallClocks clocks = clocks(new FakeBounds().total(500).attempt(500));
    clocks.headArrived(true);
    assertEquals(NEVER, clocks.nextDue());
  }

  @Test
  void aStreamsSilenceIsBoundedOnlyWhereThePolicyItselfSaysSo() {
    CallClocks inherited = clocks(new FakeBounds().read(100));
    inherited.headArrived(true);
    inherited.waiting(ticker.nanos());
    assertEquals(NEVER, inherited.nextDue());

    CallClocks own = clocks(new FakeBounds().read(100).boundStreams());
    own.headArrived(true);
    own.waiting(ticker.nanos());
    assertEquals(Duration.ofMillis(100).toNanos(), own.nextDue());
  }

  @Test
  void anAttemptGetsItsCapOrWhatIsLeftOfTheDeadline() {
    long now = ticker.nanos();
    Deadline deadline = Deadline.after(Duration.ofMillis(250).toNanos(), now);
    CallClocks clocks = new CallClocks(now, new FakeBounds().attempt(150), NEVER, deadline);
    pass(Duration.ofMillis(70));
    clocks.attemptStarts(ticker.nanos());
    assertEquals(Duration.ofMillis(70 + 150).toNanos(), clocks.nextDue());
    pass(Duration.ofMillis(90));
    clocks.attemptStarts(ticker.nanos());
    assertEquals(Duration.ofMillis(160 + 90).toNanos(), clocks.nextDue());
  }

  @Test
  void aTimeoutSaysSomethingOnceTheHostHadHalfOfWhatThePolicyGrants() {
    CallClocks clocks = clocks(new FakeBounds().total(1000).attempt(400).read(300).connect(100));
    assertFalse(clocks.hadItsTime(null, millis(149), false));
    assertTrue(clocks.hadItsTime(null, millis(150), false));
    assertFalse(clocks.hadItsTime(Clock.APPLICATION, millis(49), true));
    assertTrue(clocks.hadItsTime(Clock.APPLICATION, millis(50), true));
    assertFalse(clocks.hadItsTime(Clock.DEADLINE, millis(149), false));
    CallClocks attempt = clocks(new FakeBounds().total(1000).attempt(400));
    assertFalse(attempt.hadItsTime(Clock.TOTAL, millis(199), false));
    assertTrue(attempt.hadItsTime(Clock.TOTAL, millis(200), true));
  }

  @Test
  void aTimeoutOfAnAttemptsOwnOrWithoutAnyBoundSaysSomething() {
    CallClocks clocks = clocks(new FakeBounds().total(1000).attempt(400).read(300).connect(100));
    for (Clock own : new Clock[] {Clock.CONNECT, Clock.READ, Clock.ATTEMPT}) {
      assertTrue(clocks.hadItsTime(own, 1, true), own.key());
    }
    assertTrue(clocks(new FakeBounds()).hadItsTime(null, 1, false));
  }

  @Test
  void theShorterOfOursTheApplicationsAndTheDeadlineWins() {
    long now = ticker.nanos();
    FakeBounds bounds = new FakeBounds().total(800);
    CallClocks byApplication = new CallClocks(now, bounds, millis(200), Deadline.NONE);
    CallClocks byDeadline =
        new CallClocks(now, bounds, millis(200), Deadline.after(millis(100), now));
    pass(Duration.ofMillis(200));
    assertEquals(Clock.APPLICATION, byApplication.expired(ticker.nanos()));
    assertEquals(Clock.DEADLINE, byDeadline.expired(ticker.nanos()));
  }

  @Test
  void hugeBoundsDoNotOverflow() {
    CallClocks clocks = clocks(new FakeBounds().attempt(Long.MAX_VALUE / 1_000_000));
    pass(Duration.ofDays(1));
    assertNull(clocks.expired(ticker.nanos()));
    assertEquals(true, clocks.tickAt(clocks.nextDue()) - ticker.nanos() > 0);
  }

  private CallClocks clocks(FakeBounds bounds) {
    return new CallClocks(ticker.nanos(), bounds, NEVER, Deadline.NONE);
  }

  private void pass(Duration time) {
    ticker.advance(time);
  }

  private static long millis(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }

  private static final class FakeBounds implements CallClocks.Bounds {
    private long connect = NEVER;
    private long read = NEVER;
    private long attempt = NEVER;
    private long total = NEVER;
    private boolean boundsStreams;

    FakeBounds connect(long millis) {
      connect = millis(millis);
      return this;
    }

    FakeBounds read(long millis) {
      read = millis(millis);
      return this;
    }

    FakeBounds attempt(long millis) {
      attempt = millis(millis);
      return this;
    }

    FakeBounds total(long millis) {
      total = millis(millis);
      return this;
    }

    FakeBounds boundStreams() {
      boundsStreams = true;
      return this;
    }

    @Override
    public long connectNanos() {
      return connect;
    }

    @Override
    public long totalNanos() {
      return total;
    }

    @Override
    public long attemptNanos() {
      return attempt;
    }

    @Override
    public long readNanos() {
      return read;
    }

    @Override
    public boolean readBoundsStreams() {
      return boundsStreams;
    }
  }
}
