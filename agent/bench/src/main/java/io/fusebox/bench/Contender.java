package io.fusebox.bench;

import java.util.List;

/**
 * One of those that are compared.
 *
 * @param name as the table says it
 * @param jvmArgs what makes it differ from the others
 * @param every takes part in every so many rounds; 0: in none
 */
record Contender(String name, List<String> jvmArgs, int every) {

  boolean takesPart(int round) {
    return every > 0 && round % every == 0;
  }
}
