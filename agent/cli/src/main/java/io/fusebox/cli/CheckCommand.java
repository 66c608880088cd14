package io.fusebox.cli;

import io.fusebox.policy.Mode;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import io.fusebox.policy.file.LoadResult;
import io.fusebox.policy.file.PolicyReader;
import java.io.File;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code check [--json] FILE...}: reads the files as the agent would, overrides of this process
 * included, and says whether they are right.
 *
 * <p>JSON: an array with one object per file: {@code file} (string), {@code ok} (boolean), {@code
 * policies}, {@code matches}, {@code files} (numbers; 0 for policies and matches where not ok),
 * {@code errors} and {@code warnings} (arrays of strings, each as the agent prints it).
 */
@Command(
    name = "check",
    description = "Says whether policy files are right, and everything that is wrong with them.")
final class CheckCommand implements Callable<Integer> {

  private final String version;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Policy files.")
  private List<String> files = new ArrayList<>();

  CheckCommand(String version) {
    this.version = version;
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    List<Object> objects = new ArrayList<>();
    int code = Cli.OK;
    for (String file : files) {
      LoadResult result = PolicyReader.load(new File(file), version);
      code = result.policies() == null ? Cli.BAD_INPUT : code;
      if (json.isSet) {
        objects.add(object(file, result));
      } else {
        print(file, result, out, err);
      }
    }
    if (json.isSet) {
      out.println(Json.of(objects));
    }
    return code;
  }

  private static void print(String file, LoadResult result, PrintWriter out, PrintWriter err) {
    for (String line : result.errorLines()) {
      err.println(line);
    }
    for (String line : result.warningLines()) {
      err.println("warning: " + line);
    }
    PolicySet policies = result.policies();
    if (policies != null) {
      out.println(file + ": OK, " + counts(policies, result));
    } else {
      err.println(file + ": " + plural(result.errorCount(), "error"));
    }
  }

  private static String counts(PolicySet policies, LoadResult result) {
    Map<Mode, Integer> modes = new EnumMap<>(Mode.class);
    int idle = 0;
    for (Policy policy : policies.policies()) {
      idle += policy.mode() != Mode.OFF && !policy.armsAnything() ? 1 : 0;
      modes.merge(policy.mode(), 1, Integer::sum);
    }
    StringBuilder text = new StringBuilder();
    int count = policies.policies().size();
    text.append(count == 1 ? "1 policy" : count + " policies");
    if (count > 0) {
      String separator = " (";
      for (Mode mode : new Mode[] {Mode.ENFORCE, Mode.OBSERVE, Mode.OFF}) {
        int n = modes.getOrDefault(mode, 0);
        text.append(n == 0 ? "" : separator + n + " " + mode);
        separator = n == 0 ? separator : ", ";
      }
      text.append(idle == 0 ? ")" : "; " + idle + " without a switch)");
    }
    text.append(", ").append(plural(matches(policies), "match"));
    text.append(", ").append(plural(result.files().size(), "file"));
    return text.append(", ").append(plural(result.warningCount(), "warning")).toString();
  }

  private static String plural(int count, String noun) {
    String ending = count == 1 ? "" : noun.endsWith("ch") ? "es" : "s";
    return count + " " + noun + ending;
  }

  private static int matches(PolicySet policies) {
    int matches = 0;
    for (Policy policy : policies.policies()) {
      matches += policy.matches().size();
    }
    return matches;
  }

  private static Map<String, Object> object(String file, LoadResult result) {
    PolicySet policies = result.policies();
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("file", file);
    object.put("ok", policies != null);
    object.put("policies", policies == null ? 0 : policies.policies().size());
    object.put("matches", policies == null ? 0 : matches(policies));
    object.put("files", result.files().size());
    object.put("errors", result.errorLines());
    object.put("warnings", result.warningLines());
    return object;
  }
}
