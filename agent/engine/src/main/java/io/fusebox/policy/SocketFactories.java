package io.fusebox.policy;

import org.jspecify.annotations.Nullable;

/**
 * Properties that lead a connection elsewhere than to the host of its URL: into a cloud by the name
 * of an instance, or to a socket in the file system. Stateless.
 */
final class SocketFactories {

  private SocketFactories() {}

  static void apply(JdbcProperties properties, JdbcDraft draft) {
    String instance = properties.get("cloudSqlInstance");
    String factory = properties.get("socketFactory");
    boolean unix = factory != null && JdbcText.containsIgnoringCase(factory, "unix");
    String path = properties.get("localSocket", "junixsocket.file", "unixSocketPath");
    if (instance != null) {
      draft.dropHosts();
      draft.alias = instance;
    } else if (unix || path != null) {
      to(path == null ? properties.get("socketFactoryArg") : path, draft);
    } else if (properties.get("pipe", "namedPipePath") != null) {
      draft.dropHosts();
      draft.alias = properties.get("pipe", "namedPipePath");
    }
  }

  private static void to(@Nullable String path, JdbcDraft draft) {
    draft.dropHosts();
    draft.unixSocket = path;
  }
}
