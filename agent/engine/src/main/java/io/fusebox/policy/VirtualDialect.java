package io.fusebox.policy;

/** Drivers over other drivers, whose own connections are the ones that go somewhere. */
final class VirtualDialect extends JdbcDialect {

  @Override
  void read(String rest, JdbcDraft draft) {
    draft.reach = JdbcReach.VIRTUAL;
  }
}
