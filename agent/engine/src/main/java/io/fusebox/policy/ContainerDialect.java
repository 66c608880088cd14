package io.fusebox.policy;

/**
 * Testcontainers: {@code jdbc:tc:VENDOR[:TAG]://ignored/database}. Where the container listens is
 * known once it runs, so that there is no host.
 */
final class ContainerDialect extends JdbcDialect {

  @Override
  void read(String rest, JdbcDraft draft) {
    int colon = JdbcText.firstOf(rest, ":", 0);
    if (!JdbcDialects.isVendor(rest, 0, colon)) {
      return;
    }
    String vendor = JdbcText.lowerCase(rest.substring(0, colon));
    draft.vendor = JdbcDialects.vendorOf(vendor);
    int end = JdbcText.firstOf(rest, "?;", 0);
    int slashes = rest.indexOf("//");
    if (slashes >= 0 && slashes < end) {
      draft.database = JdbcAuthority.read(rest.substring(slashes + 2, end), -1, draft);
      draft.dropHosts();
    }
    draft.user = JdbcProperties.of(rest, end + 1, "&;").get("user");
  }
}
