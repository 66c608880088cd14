package io.fusebox.agent;

import io.fusebox.policy.Mode;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import io.fusebox.policy.file.LoadResult;
import io.fusebox.policy.file.PolicyReader;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Starts the agent, and takes the policy file again when it has changed. */
public final class Agent implements BiConsumer<String, Instrumentation> {

  private final String version;
  private final File jar;
  private final boolean attached;
  private final Log log = new Log();
  private final LivePolicies policies = new LivePolicies();

  // The thread that starts the agent, then the one that watches the files.
  private boolean anyTaken;

  /**
   * The agent of a jar.
   *
   * @param version what the jar says it is
   * @param jar where it lies
   * @param attached whether the application runs already
   */
  public Agent(String version, File jar, boolean attached) {
    this.version = version;
    this.jar = jar;
    this.attached = attached;
  }

  @Override
  public void accept(@Nullable String argument, Instrumentation instrumentation) {
    AgentThreadFactories threads = new AgentThreadFactories();
    log.writeBy(threads.named("fusebox-log"));
    AgentOptions options = AgentOptions.parse(argument, jar);
    if (!options.hasFile()) {
      withoutFile(options);
      return;
    }
    ClientArming arming = new ClientArming(log, policies, instrumentation, attached);
    List<File> first = Collections.singletonList(options.file());
    String before = PolicyWatch.look(first);
    LoadResult file = load(options);
    // What changes while it is read is to be read again.
    String seen = PolicyWatch.look(first).equals(before) ? PolicyWatch.look(file.files()) : "";
    if (take(file, arming)) {
      status(options, summary() + arming.report());
    } else {
      refuse(options, file);
    }
    arming.started();
    Reloading reloading = new Reloading(options, arming);
    threads
        .named("fusebox-watch")
        .newThread(new PolicyWatch(file.files(), seen, reloading, reloading))
        .start();
  }

  /** Who asked for strict wants no service without its policies, and there are none. */
  private void withoutFile(AgentOptions options) {
    String why = "no policy file was given, and there is none beside the jar";
    if (endsTheJvm(options)) {
      log.line(options.file().getPath() + ": " + why + " (expected fusebox.jar=FILE,strict)");
      log.line("1 error above, and strict: the JVM ends before main");
      System.exit(2);
    }
    status(options, "passive: " + why);
  }

  /** Strict is for a start: a service that runs is not ended by a file that is not right. */
  private boolean endsTheJvm(AgentOptions options) {
    return options.strict() && !attached;
  }

  private LoadResult load(AgentOptions options) {
    LoadResult file = PolicyReader.load(options.file(), version);
    tell(file.warningLines(), "warning: ");
    return file;
  }

  /** Puts a file's policies in force; false if it has none to give. */
  private boolean take(LoadResult file, ClientArming arming) {
    PolicySet read = file.policies();
    if (read == null) {
      return false;
    }
    policies.set(read);
    arming.arm(read);
    anyTaken = true;
    return true;
  }

  private void refuse(AgentOptions options, LoadResult file) {
    tell(file.errorLines(), "");
    String count = count(file);
    if (!options.hint().isEmpty()) {
      log.line(options.hint());
    }
    if (endsTheJvm(options)) {
      log.line(count + " above, and strict: the JVM ends before main");
      System.exit(2);
    }
    status(options, "PASSIVE: " + count + " above; nothing is guarded, nothing is changed");
  }

  private final class Reloading implements PolicyWatch.Reload, FaultReport {
    private final AgentOptions options;
    private final ClientArming arming;

    Reloading(AgentOptions options, ClientArming arming) {
      this.options = options;
      this.arming = arming;
    }

    @Override
    public List<File> reload() {
      LoadResult file = load(options);
      if (take(file, arming)) {
        status(options, "changed: " + summary() + arming.report());
      } else {
        tell(file.errorLines(), "");
        String instead =
            anyTaken ? "the last good one stays" : "PASSIVE as before: nothing is guarded";
        status(options, "changed, with " + count(file) + " above; " + instead);
      }
      return file.files();
    }

    @Override
    public void fault(String where, Throwable fault) {
      log.line("the policy file could not be read again: " + fault);
    }
  }

  private void status(AgentOptions options, String what) {
    log.line(
        version
            + " on Java "
            + System.getProperty("java.version")
            + ": "
            + options.file().getPath()
            + ": "
            + what);
  }

  private String summary() {
    int count = 0;
    int off = 0;
    for (Policy policy : policies.get().policies()) {
      count += policy.armsAnything() ? 1 : 0;
      off += policy.mode() == Mode.OFF ? 1 : 0;
    }
    return (count == 1 ? "1 policy" : count + " policies")
        + (off == 0 ? ", " : " and " + off + " off, ")
        + policies.get().agentMode();
  }

  private static String count(LoadResult file) {
    return file.errorCount() == 1 ? "1 error" : file.errorCount() + " errors";
  }

  private void tell(List<String> lines, String prefix) {
    List<String> prefixed = new ArrayList<>();
    for (String line : lines) {
      prefixed.add(prefix + line);
    }
    log.lines(prefixed);
  }
}
