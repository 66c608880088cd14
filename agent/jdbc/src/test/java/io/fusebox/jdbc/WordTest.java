package io.fusebox.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** How a statement of SQL tells what it does with a transaction. */
class WordTest {

  private static void assertAre(Word expected, String... texts) {
    for (String text : texts) {
      assertEquals(expected, Word.of(text), text);
    }
  }

  @Test
  void transactionsBegin() {
    assertAre(
        Word.BEGIN,
        "begin",
        "BEGIN;",
        " Begin Work",
        "begin\ttransaction isolation level serializable",
        "BEGIN READ ONLY",
        "begin immediate",
        "BEGIN ; insert into t values (1)",
        "start transaction",
        "START \n TRANSACTION READ ONLY",
        "/* app:pay */ begin",
        "-- a remark\nbegin");
  }

  @Test
  void blocksAndOtherThingsAreNone() {
    assertAre(
        Word.OTHER,
        "begin pay(5); end;",
        "BEGIN NULL; END",
        "beginning",
        "start slave",
        "start",
        "starttransaction",
        "savepoint a",
        "select 'commit'",
        "commits",
        "commit prepared 'a'",
        "rollback prepared 'a'",
        "endpoint",
        "alter table t add c int",
        "call commit()",
        "(commit)");
  }

  @Test
  void whatIsDoneStaysOrGoes() {
    assertAre(
        Word.COMMIT, "commit", "COMMIT WORK", "commit;", "commit and chain", "end", "/**/END");
    assertAre(Word.ROLLBACK, "rollback", "ROLLBACK TO SAVEPOINT a", "rollback;", "abort");
  }

  @Test
  void textsThatEndTooSoonAreOthers() {
    assertAre(Word.OTHER, "", " ", "/*", "/* commit", "--", "-- commit", "c", "b", "-", "/");
  }
}
