package io.fusebox.jdk11;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResolvedHostsTest {

  private static final long NOW = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos();

  private final ResolvedHosts hosts = new ResolvedHosts();

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.1", "127.0.0.1", "[::1]", "[2001:db8::7]"})
  void anAddressNeedsNoLookUp(String host) {
    assertTrue(hosts.isFresh(host, NOW));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pay.internal", "payments-2", "db1", "node.rack-10", "1.2.3.4x"})
  void aNameDoesUntilItWasReachedAndAgainAfterTenSeconds(String host) {
    assertFalse(hosts.isFresh(host, NOW));
    hosts.reached(host, NOW);
    assertTrue(hosts.isFresh(host, NOW + Duration.ofSeconds(9).toNanos()));
    assertFalse(hosts.isFresh(host, NOW + Duration.ofSeconds(10).toNanos()));
  }

  @Test
  void oneNameIsNotAnother() {
    hosts.reached("a.internal", NOW);
    assertFalse(hosts.isFresh("b.internal", NOW));
  }
}
