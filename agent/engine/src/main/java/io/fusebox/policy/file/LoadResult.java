package io.fusebox.policy.file;

import io.fusebox.policy.Origin;
import io.fusebox.policy.PolicySet;
import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What reading a policy file gave: policies, or every error; and the files, for whoever watches
 * them. Filled by the reader, then only read.
 */
public final class LoadResult {

  /** Most problems of a kind that are kept: a file of garbage must not fill the heap with them. */
  private static final int MAX_KEPT = 1_000;

  // Filled by the reader before it is handed out.
  private final List<File> files = new ArrayList<File>(4);
  private final List<String> names = new ArrayList<String>(4);
  private List<Problem> errors = new ArrayList<Problem>(0);
  private List<Problem> warnings = new ArrayList<Problem>(0);
  private int errorCount;
  private int warningCount;
  private @Nullable PolicySet policies;

  LoadResult() {}

  /** The policies, or null where there are errors. */
  public @Nullable PolicySet policies() {
    return policies;
  }

  /** Errors by file, then line; at most 1,000 of them. Unmodifiable. */
  public List<Problem> errors() {
    return errors;
  }

  /** Warnings by file, then line; at most 1,000 of them. Unmodifiable. */
  public List<Problem> warnings() {
    return warnings;
  }

  /** How many errors there are, those included that are not kept. */
  public int errorCount() {
    return errorCount;
  }

  /** How many warnings there are, those included that are not kept. */
  public int warningCount() {
    return warningCount;
  }

  /** The first 100 errors as they are to be printed, then {@code and N more}. */
  public List<String> errorLines() {
    return errorCount == 0 ? Collections.<String>emptyList() : Problem.lines(errors, errorCount);
  }

  /** The first 100 warnings as they are to be printed, then {@code and N more}. */
  public List<String> warningLines() {
    return warningCount == 0
        ? Collections.<String>emptyList()
        : Problem.lines(warnings, warningCount);
  }

  /** The file and all that it includes, those included that could not be read. Unmodifiable. */
  public List<File> files() {
    return Collections.unmodifiableList(files);
  }

  void file(File file, String name) {
    files.add(file);
    names.add(name);
  }

  /** Whether another error would be kept, so that its text is worth its cost. */
  boolean wantsError() {
    errorCount++;
    return errors.size() < MAX_KEPT;
  }

  void error(Origin where, String message) {
    error(where.file(), where.line(), message);
  }

  void error(@Nullable String file, int line, String message) {
    if (wantsError()) {
      add(errors, file, line, message);
    }
  }

  /** An error for which {@link #wantsError} has been asked. */
  void wantedError(Origin where, String message) {
    add(errors, where.file(), where.line(), message);
  }

  /** The same for warnings. */
  boolean wantsWarning() {
    warningCount++;
    return warnings.size() < MAX_KEPT;
  }

  void warning(Origin where, String message) {
    if (wantsWarning()) {
      wantedWarning(where, message);
    }
  }

  /** A warning for which {@link #wantsWarning} has been asked. */
  void wantedWarning(Origin where, String message) {
    add(warnings, where.file(), where.line(), message);
  }

  private void add(List<Problem> problems, @Nullable String file, int line, String message) {
    int rank = file == null ? Integer.MAX_VALUE : names.indexOf(file);
    problems.add(new Problem(file, line, rank, message));
  }

  /** Only this one error counts. */
  LoadResult onlyError(Problem problem) {
    errors = Collections.singletonList(problem);
    errorCount = 1;
    warnings = Collections.emptyList();
    warningCount = 0;
    return this;
  }

  LoadResult done(@Nullable PolicySet set) {
    policies = errorCount == 0 ? set : null;
    errors = errors.isEmpty() ? errors : Problem.sorted(errors);
    warnings = warnings.isEmpty() ? warnings : Problem.sorted(warnings);
    return this;
  }
}
