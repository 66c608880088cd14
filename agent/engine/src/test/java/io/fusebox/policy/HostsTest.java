package io.fusebox.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostsTest {

  /** The examples of RFC 5952, sections 4 and 5, and some of ours. */
  @ParameterizedTest
  @CsvSource({
    "2001:db8::0001, 2001:db8::1",
    "2001:db8:0:0:0:0:2:1, 2001:db8::2:1",
    "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
    "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
    "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "2001:DB8::A, 2001:db8::a",
    "::, ::",
    "0:0:0:0:0:0:0:0, ::",
    "1::, 1::",
    "1:0:0:0:0:0:0:0, 1::",
    "::1, ::1",
    "[::1], ::1",
    "::ffff:192.0.2.1, 192.0.2.1",
    "::FFFF:c000:201, 192.0.2.1",
    "64:ff9b::192.0.2.33, 64:ff9b::c000:221",
    "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
    "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7:8:9, 1:2:3:4:5:6:7:8:9",
    "::1::2, ::1::2",
    "::12345, ::12345",
    "::1.2.3.256, ::1.2.3.256",
    "::G, ::g",
    ":1, :1",
    "1:, 1:"
  })
  void addressesAreInTheFormOfRfc5952(String host, String canonical) {
    assertEquals(canonical, Hosts.canonical(host));
  }

  @Test
  void randomAddressesAreReadAsTheJdkReadsThem() throws Exception {
    Random random = new Random(5952);
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = new byte[16];
      for (int j = 0; j < 16; j += 2) {
        if (random.nextInt(3) > 0) {
          bytes[j] = (byte) (random.nextBoolean() ? random.nextInt() : 0);
          bytes[j + 1] = (byte) random.nextInt();
        }
      }
      InetAddress address = InetAddress.getByAddress(bytes);
      if (address instanceof Inet6Address) {
        String canonical = Hosts.canonical(address.getHostAddress());
        assertEquals(address, InetAddress.getByName(canonical));
        assertEquals(
            canonical, Hosts.canonical("[" + canonical.toUpperCase(java.util.Locale.ROOT) + "]"));
      }
    }
  }
}
