package io.fusebox.cli;

import io.fusebox.policy.Match;
import io.fusebox.policy.MatchResult;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import io.fusebox.policy.Setting;
import io.fusebox.policy.file.LoadResult;
import io.fusebox.policy.file.PolicyReader;
import java.io.File;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code explain [--json] FILE CALL}: which policy governs a call, why, and where each of its
 * values comes from.
 *
 * <p>JSON: an object with {@code file}, {@code call} (strings); where the file is wrong, {@code
 * errors} (array of strings) and nothing more; else {@code warnings} (array of strings), {@code
 * policy} (name, or null where none matches), and with a policy {@code mode}, {@code match}, {@code
 * matchOrigin}, {@code why} (strings), {@code others} (array of objects with {@code policy}, {@code
 * match}, {@code origin}, {@code why}), {@code settings} (array of objects with {@code key}, {@code
 * value}, {@code from}, {@code origin}, and {@code note}, a string or null; those of what the
 * policy arms, and no others), {@code limits} (array of strings).
 */
@Command(
    name = "explain",
    description = "Says which policy governs a call, and where each of its values comes from.")
final class ExplainCommand implements Callable<Integer> {

  /** Longer values, of lists of matches, push what stands behind them. */
  private static final int WIDEST = 40;

  private final String version;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(index = "0", paramLabel = "FILE", description = "Policy file.")
  private String file = "";

  @Parameters(
      index = "1..*",
      arity = "1..2",
      paramLabel = "CALL",
      description =
          "As in 'POST https://pay.internal:8443/v1/charges'; GET if no method; or a jdbc: URL.")
  private List<String> call = new ArrayList<>();

  ExplainCommand(String version) {
    this.version = version;
  }

  @Override
  public Integer call() {
    Target target;
    try {
      target = Target.parse(String.join(" ", call));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    LoadResult result = PolicyReader.load(new File(file), version);
    PolicySet policies = result.policies();
    MatchResult match = policies == null ? null : target.in(policies);
    PrintWriter out = spec.commandLine().getOut();
    if (json.isSet) {
      out.println(Json.of(object(target, result, match)));
    } else if (policies == null) {
      print(result.errorLines(), "", spec.commandLine().getErr());
    } else {
      print(result.warningLines(), "warning: ", spec.commandLine().getErr());
      print(target, match, out);
    }
    return policies == null ? Cli.BAD_INPUT : Cli.OK;
  }

  private static void print(List<String> lines, String prefix, PrintWriter to) {
    for (String line : lines) {
      to.println(prefix + line);
    }
  }

  private static void print(Target target, @Nullable MatchResult result, PrintWriter out) {
    out.println(target);
    if (result == null) {
      out.println("  no policy matches: the call runs as if the agent were not there");
      return;
    }
    Policy policy = result.policy();
    out.println("  policy   " + policy.name() + ", mode " + policy.mode());
    out.println("  match    " + described(result.match()));
    for (Match other : result.others()) {
      out.println("  outranks " + described(other) + ", policy " + owner(other));
    }
    out.println();
    print(Armed.families(policy), out);
    print(Limits.of(policy, target), "  - ", out);
  }

  private static void print(List<List<Setting>> families, PrintWriter out) {
    int keys = 16;
    int values = 4;
    for (List<Setting> family : families) {
      for (Setting setting : family) {
        keys = Math.max(keys, setting.key().length());
        values = Math.max(values, Math.min(Armed.value(setting).length(), WIDEST));
      }
    }
    for (List<Setting> family : families) {
      for (Setting setting : family) {
        String note = setting.note() == null ? "" : ", " + setting.note();
        out.printf(
            "  %-" + keys + "s %-" + values + "s  %s%s%n",
            setting.key(),
            Armed.value(setting),
            from(setting),
            note);
      }
      out.println();
    }
  }

  private static String described(Match match) {
    return match + "  (" + match.rankInWords() + "; " + match.origin() + ")";
  }

  private static String from(Setting setting) {
    boolean ofFile = setting.origin().file() != null && setting.note() == null;
    return setting.origin() + (ofFile ? "  " + setting.fullKey() : "");
  }

  private static String owner(Match match) {
    Policy policy = match.policy();
    return policy == null ? "" : policy.name();
  }

  private Map<String, @Nullable Object> object(
      Target target, LoadResult result, @Nullable MatchResult match) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("file", file);
    object.put("call", target.toString());
    if (result.policies() == null) {
      object.put("errors", result.errorLines());
      return object;
    }
    object.put("warnings", result.warningLines());
    object.put("policy", match == null ? null : match.policy().name());
    if (match != null) {
      object.put("mode", match.policy().mode());
      object.put("match", match.match().text());
      object.put("matchOrigin", match.match().origin());
      object.put("why", match.why());
      object.put("others", others(match));
      object.put("settings", settings(match.policy()));
      object.put("limits", Limits.of(match.policy(), target));
    }
    return object;
  }

  private static List<Object> others(MatchResult result) {
    List<Object> objects = new ArrayList<>();
    for (Match match : result.others()) {
      Map<String, Object> object = new LinkedHashMap<>();
      object.put("policy", owner(match));
      object.put("match", match.text());
      object.put("origin", match.origin());
      object.put("why", match.rankInWords());
      objects.add(object);
    }
    return objects;
  }

  private static List<Object> settings(Policy policy) {
    List<Object> objects = new ArrayList<>();
    for (List<Setting> family : Armed.families(policy)) {
      for (Setting setting : family) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("key", setting.key());
        object.put("value", Armed.value(setting));
        object.put("from", setting.fullKey());
        object.put("origin", setting.origin());
        object.put("note", setting.note());
        objects.add(object);
      }
    }
    return objects;
  }
}
