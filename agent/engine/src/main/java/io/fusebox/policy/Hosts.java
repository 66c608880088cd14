package io.fusebox.policy;

import java.net.IDN;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The one form in which hosts are compared: lower case, no trailing dot, IDN as ASCII, IPv6 without
 * brackets in the form of RFC 5952 section 4, IPv4-mapped IPv6 as IPv4. What is none of these stays
 * as it is, in lower case: {@code 0x7f.1} is not resolved, and an underscore is a character. Loaded
 * only for hosts that need it.
 */
final class Hosts {

  private static final int GROUPS = 8;

  private Hosts() {}

  /** The canonical form; never throws. */
  static String canonical(String host) {
    String bare = host;
    if (bare.length() > 1 && bare.charAt(0) == '[' && bare.charAt(bare.length() - 1) == ']') {
      bare = bare.substring(1, bare.length() - 1);
    }
    return bare.indexOf(':') >= 0 ? address(bare) : name(bare);
  }

  /** Whether the text, without brackets, is an IPv6 address; a zone may follow it. */
  static boolean isIpv6(String text) {
    int zone = text.indexOf('%');
    return groups(zone < 0 ? text : text.substring(0, zone)) != null;
  }

  private static String name(String host) {
    String ascii = isAscii(host) ? host : ascii(host);
    int end = ascii.endsWith(".") ? ascii.length() - 1 : ascii.length();
    return ascii.substring(0, end).toLowerCase(Locale.ROOT);
  }

  private static String ascii(String host) {
    try {
      return IDN.toASCII(host, IDN.ALLOW_UNASSIGNED);
    } catch (RuntimeException e) {
      // IDN refuses long labels, and has been seen to stumble over odd ones: no policy names those.
      return host;
    }
  }

  /** Whether all characters are ASCII. */
  static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static String address(String text) {
    int percent = text.indexOf('%');
    String zone = percent < 0 ? "" : text.substring(percent);
    int[] groups = groups(percent < 0 ? text : text.substring(0, percent));
    if (groups == null) {
      return text.toLowerCase(Locale.ROOT);
    }
    return isMapped(groups) ? v4(groups) : v6(groups) + zone;
  }

  private static boolean isMapped(int[] groups) {
    for (int i = 0; i < 5; i++) {
      if (groups[i] != 0) {
        return false;
      }
    }
    return groups[5] == 0xffff;
  }

  private static String v4(int[] groups) {
    return (groups[6] >> 8)
        + "."
        + (groups[6] & 0xff)
        + "."
        + (groups[7] >> 8)
        + "."
        + (groups[7] & 0xff);
  }

  /** Lower-case hex, the longest run of two or more zero groups as {@code ::}, the first of two. */
  private static String v6(int[] groups) {
    int bestAt = -1;
    int bestLength = 1;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && groups[end] == 0) {
        end++;
      }
      if (end - i > bestLength) {
        bestAt = i;
        bestLength = end - i;
      }
      i = Math.max(i, end - 1);
    }
    StringBuilder text = new StringBuilder(39);
    for (int i = 0; i < GROUPS; i++) {
      if (i == bestAt) {
        text.append("::");
        i += bestLength - 1;
      } else {
        text.append((i > 0 && i != bestAt + bestLength) || (i > 0 && bestAt < 0) ? ":" : "");
        text.append(Integer.toHexString(groups[i]));
      }
    }
    return text.toString();
  }

  private static int @Nullable [] groups(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      int[] groups = new int[GROUPS];
      return fill(text, groups) == GROUPS ? groups : null;
    }
    int[] head = new int[GROUPS];
    int[] tail = new int[GROUPS];
    int before = fill(text.substring(0, gap), head);
    int after = fill(text.substring(gap + 2), tail);
    if (before < 0 || after < 0 || before + after >= GROUPS) {
      return null;
    }
    System.arraycopy(tail, 0, head, GROUPS - after, after);
    return head;
  }

  /** Fills in the groups; returns how many there are, -1 where the text is no list of groups. */
  private static int fill(String text, int[] groups) {
    int count = 0;
    for (int from = 0; !text.isEmpty() && from <= text.length(); count++) {
      int colon = text.indexOf(':', from);
      int to = colon < 0 ? text.length() : colon;
      if (count == GROUPS) {
        return -1;
      }
      if (colon < 0 && text.indexOf('.', from) >= 0) {
        return count > GROUPS - 2 || !fillV4(text, from, groups, count) ? -1 : count + 2;
      }
      int group = number(text, from, to, 16, 4);
      if (group < 0) {
        return -1;
      }
      groups[count] = group;
      from = to + 1;
    }
    return count;
  }

  private static boolean fillV4(String text, int start, int[] groups, int at) {
    int from = start;
    int[] bytes = new int[4];
    for (int i = 0; i < 4; i++) {
      int dot = i == 3 ? text.length() : text.indexOf('.', from);
      bytes[i] = dot < 0 ? -1 : number(text, from, dot, 10, 3);
      if (bytes[i] < 0 || bytes[i] > 255) {
        return false;
      }
      from = dot + 1;
    }
    groups[at] = bytes[0] << 8 | bytes[1];
    groups[at + 1] = bytes[2] << 8 | bytes[3];
    return true;
  }

  private static int number(String text, int from, int to, int radix, int maxDigits) {
    if (to <= from || to - from > maxDigits) {
      return -1;
    }
    int number = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      int digit = c < 0x80 ? Character.digit(c, radix) : -1;
      if (digit < 0) {
        return -1;
      }
      number = number * radix + digit;
    }
    return number;
  }
}
