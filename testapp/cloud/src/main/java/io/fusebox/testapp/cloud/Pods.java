package io.fusebox.testapp.cloud;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Lists, gets and watches pods with fabric8's client: {@code TRANSPORT PORT}, and {@code settle}
 * where it is to wait until the agent's idle threads have gone. Each scenario has a client and a
 * namespace of its name.
 */
public final class Pods {

  private static final int PODS_SEEN = 10;
  private static final long IDLE_THREADS_STAY_SECONDS = 11;

  private final String transport;
  private final String port;

  private Pods(String transport, String port) {
    this.transport = transport;
    this.port = port;
  }

  /** Runs all scenarios, and ends the process whatever still hangs in it. */
  public static void main(String[] args) throws Exception {
    Pods pods = new Pods(args[0], args[1]);
    // First and alone: what they load must not be counted as time of the others.
    AtOnce.run("warm-up", () -> pods.with("plain-warm-up", config -> config, Pods::list));
    AtOnce.run("warm-up-watch", () -> pods.with("plain-warm-up", config -> config, Pods::glance));
    AtOnce all = new AtOnce();
    all.start("list", () -> pods.with("list", config -> config, Pods::list));
    all.start("get", () -> pods.with("get", config -> config, Pods::get));
    all.start("hung", () -> pods.with("hung", config -> config, Pods::list));
    all.start("busy", () -> pods.with("busy", config -> config, Pods::list));
    all.start("down", () -> pods.with("down", Pods::retrying, Pods::list));
    pods.startWatches(all, "socket", config -> config);
    pods.startWatches(all, "http", Pods::http);
    all.start("watch-plain", () -> pods.with("plain", config -> config, Pods::watched));
    all.start("watch-auto", () -> pods.with("auto", Pods::http, Pods::watched));
    all.finish();
    Leftovers left = Leftovers.ofCalls();
    AtOnce.print("left.calls", left.agentCalls());
    AtOnce.print("left.client-calls", left.clientCalls());
    if (args.length > 2) {
      TimeUnit.SECONDS.sleep(IDLE_THREADS_STAY_SECONDS);
    }
    AtOnce.print("left.threads", Leftovers.threads());
    System.exit(0);
  }

  private void startWatches(AtOnce all, String way, UnaryOperator<ConfigBuilder> config) {
    String watch = "watch-" + way;
    all.start(watch, () -> with(watch, config, client -> watch(watch, client)));
    all.start("lost-" + way, () -> with("lost-" + way, config, Pods::watched));
    all.start("gone-" + way, () -> with("gone-" + way, config, Pods::gone));
    all.start("informer-" + way, () -> with("informer-" + way, config, Pods::inform));
  }

  private static ConfigBuilder http(ConfigBuilder config) {
    return config.withOnlyHttpWatches(true);
  }

  private static ConfigBuilder retrying(ConfigBuilder config) {
    return config.withRequestRetryBackoffLimit(2);
  }

  private interface Use {
    Object of(KubernetesClient client) throws Exception;
  }

  private Object with(String namespace, UnaryOperator<ConfigBuilder> config, Use use)
      throws Exception {
    ConfigBuilder builder =
        new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:" + port)
            .withNamespace(namespace)
            .withRequestTimeout(4000)
            .withRequestRetryBackoffLimit(0)
            .withWatchReconnectInterval(50);
    HttpClient.Factory factory =
        transport.equals("okhttp") ? new OkHttpClientFactory() : new JdkHttpClientFactory();
    try (KubernetesClient client =
        new KubernetesClientBuilder()
            .withConfig(config.apply(builder).build())
            .withHttpClientFactory(factory)
            .build()) {
      return use.of(client);
    }
  }

  private static List<String> list(KubernetesClient client) {
    return client.pods().list().getItems().stream()
        .map(pod -> pod.getMetadata().getName())
        .collect(Collectors.toList());
  }

  private static Object get(KubernetesClient client) {
    return client.pods().withName("web-1").get().getStatus().getPhase();
  }

  /** Watches for longer than a call may take, lists beside it, closes, and lists again. */
  private static Object watch(String name, KubernetesClient client) throws Exception {
    Seen seen = new Seen();
    Watch watch = client.pods().watch(seen);
    List<String> pods = seen.take(PODS_SEEN);
    AtOnce.print(name + ".beside", listed(client));
    watch.close();
    AtOnce.print(name + ".closed", seen.end());
    // The client closes a body on a thread of its own, some time after the watch.
    String after = listed(client);
    for (int i = 0; i < 20 && after.startsWith("threw"); i++) {
      Thread.sleep(100);
      after = listed(client);
    }
    AtOnce.print(name + ".after", after);
    return pods;
  }

  private static String listed(KubernetesClient client) {
    try {
      return list(client).toString();
    } catch (RuntimeException e) {
      return "threw " + AtOnce.messages(e);
    }
  }

  private static Object glance(KubernetesClient client) throws InterruptedException {
    Seen seen = new Seen();
    Watch watch = client.pods().watch(seen);
    List<String> pods = seen.take(1);
    watch.close();
    return pods;
  }

  private static Object watched(KubernetesClient client) throws InterruptedException {
    Seen seen = new Seen();
    Watch watch = client.pods().watch(seen);
    List<String> pods = seen.take(PODS_SEEN);
    watch.close();
    return pods + ", " + seen.end();
  }

  private static Object gone(KubernetesClient client) throws InterruptedException {
    Seen seen = new Seen();
    Watch watch = client.pods().watch(seen);
    Object outcome = seen.take(2) + ", " + seen.end();
    watch.close();
    return outcome;
  }

  private static Object inform(KubernetesClient client) throws InterruptedException {
    Seen seen = new Seen();
    ResourceEventHandler<Pod> handler = seen.handler();
    try (SharedIndexInformer<Pod> informer = client.pods().inform(handler)) {
      List<String> pods = seen.take(PODS_SEEN);
      informer.stop();
      return pods + ", " + informer.isRunning();
    }
  }
}
