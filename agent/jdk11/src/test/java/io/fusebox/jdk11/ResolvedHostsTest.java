package io.fusebox.jdk11;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JVM remembers addresses for 30 s here. */
class ResolvedHostsTest {

  private static final long START = Long.MAX_VALUE - Duration.ofSeconds(45).toNanos();
  private static final String HOST = "pay.internal";

  private final ResolvedHosts hosts = new ResolvedHosts();

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.1", "127.0.0.1", "[::1]", "[2001:db8::7]", "10.0.0.1."})
  void anAddressNeedsNoLookUp(String host) {
    assertTrue(hosts.isSure(host, START));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"pay.internal", "payments-2", "db1", "node.rack-10", "1.2.3.4x", "a.test."})
  void anEntryOfUnknownAgeIsNeverSure(String host) throws UnknownHostException {
    assertFalse(hosts.isSure(host, START));
    InetAddress old = address();
    for (int second = 0; second < 29; second++) {
      hosts.lookedUp(host, old, at(second));
      assertFalse(hosts.isSure(host, at(second)));
    }
  }

  @Test
  void anEntryIsSureForAsLongAsItMustLiveAfterTheOneBeforeItWasSeenLast()
      throws UnknownHostException {
    hosts.lookedUp(HOST, address(), at(0));
    hosts.lookedUp(HOST, address(), at(10));
    assertTrue(hosts.isSure(HOST, at(10)));
    assertTrue(hosts.isSure(HOST, at(26)));
    assertFalse(hosts.isSure(HOST, at(27)));
  }

  @Test
  void answersInBetweenMakeAnEntryNoYounger() throws UnknownHostException {
    InetAddress fresh = address();
    hosts.lookedUp(HOST, address(), at(0));
    for (int second = 1; second < 40; second++) {
      hosts.lookedUp(HOST, fresh, at(second));
    }
    assertFalse(hosts.isSure(HOST, at(28)));
    assertFalse(hosts.isSure(HOST, at(40)));
  }

  @Test
  void oneNameIsNotAnother() throws UnknownHostException {
    hosts.lookedUp("a.internal", address(), at(0));
    hosts.lookedUp("a.internal", address(), at(1));
    assertFalse(hosts.isSure("b.internal", at(1)));
  }

  private static long at(int second) {
    return START + Duration.ofSeconds(second).toNanos();
  }

  private static InetAddress address() throws UnknownHostException {
    return InetAddress.getByAddress(HOST, new byte[] {127, 0, 0, 1});
  }
}
