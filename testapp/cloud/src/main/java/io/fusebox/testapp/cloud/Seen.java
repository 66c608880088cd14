package io.fusebox.testapp.cloud;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a watch brings. Thread-safe. */
final class Seen implements Watcher<Pod> {

  private static final long PATIENCE_SECONDS = 6;

  private final BlockingQueue<String> pods = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

  @Override
  public void eventReceived(Action action, Pod pod) {
    pods.add(action == Action.ADDED ? pod.getMetadata().getName() : action.toString());
  }

  @Override
  public void onClose(WatcherException cause) {
    ends.add("gone " + cause.isHttpGone() + " " + cause.getMessage());
  }

  @Override
  public void onClose() {
    ends.add("closed");
  }

  ResourceEventHandler<Pod> handler() {
    return new ResourceEventHandler<Pod>() {
      @Override
      public void onAdd(Pod pod) {
        pods.add(pod.getMetadata().getName());
      }

      @Override
      public void onUpdate(Pod old, Pod pod) {
        pods.add("updated " + pod.getMetadata().getName());
      }

      @Override
      public void onDelete(Pod pod, boolean unknown) {
        pods.add("deleted " + pod.getMetadata().getName());
      }
    };
  }

  /** The names of the first so many pods; fewer if they do not come. */
  List<String> take(int count) throws InterruptedException {
    List<String> names = new ArrayList<>();
    while (names.size() < count) {
      String name = pods.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (name == null) {
        break;
      }
      names.add(name);
    }
    return names;
  }

  /** How it was told that the watch is over. */
  String end() throws InterruptedException {
    return String.valueOf(ends.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
  }
}
