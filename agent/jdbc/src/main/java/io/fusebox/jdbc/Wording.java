package io.fusebox.jdbc;

import io.fusebox.calls.CallGuards;
import io.fusebox.policy.Policy;
import org.jspecify.annotations.Nullable;

/** A statement that begins or ends a transaction by its words: it has, once it has returned. */
final class Wording extends Execution {

  private final Word word;

  Wording(
      JdbcAdapter adapter,
      Link link,
      Policy policy,
      @Nullable CallGuards guards,
      Object self,
      int point,
      Word word,
      long now) {
    super(adapter, link, policy, guards, self, point, now);
    this.word = word;
  }

  @Override
  void succeeded() {
    link.said(word);
  }
}
