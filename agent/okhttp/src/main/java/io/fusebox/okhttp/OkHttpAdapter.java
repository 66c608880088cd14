package io.fusebox.okhttp;

import io.fusebox.calls.CallServices;
import io.fusebox.calls.ClientAdapter;
import io.fusebox.policy.Policy;
import io.fusebox.policy.PolicySet;
import java.util.ArrayList;
import java.util.List;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Connection;
import okhttp3.Dispatcher;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/** The adapter of one OkHttp: from a place in it to the operation that it is about. */
public final class OkHttpAdapter implements ClientAdapter {

  private final CallServices services;
  private final Shared shared;

  /** Made once for each OkHttp, at the first call that comes by. */
  public OkHttpAdapter(CallServices services) {
    Resolved.now();
    this.services = services;
    this.shared = new Shared(services);
  }

  @Override
  public @Nullable Object pass(
      @Nullable Object value, int point, @Nullable Object first, @Nullable Object second)
      throws Throwable {
    switch (point) {
      case OkHttpHooks.INTERCEPTORS:
        return interceptors(value, first);
      case OkHttpHooks.NETWORK_INTERCEPTORS:
        return networkInterceptors(value, first);
      case OkHttpHooks.ENQUEUE:
        return enqueued(value, first);
      case OkHttpHooks.CONNECTION_WANTED:
        return connectionWanted(value);
      case OkHttpHooks.MAY_FOLLOW:
        return mayFollow(value);
      default:
        throw new IllegalArgumentException("place " + point);
    }
  }

  @Override
  public @Nullable Object passFailed(@Nullable Object value, int point, @Nullable Object first) {
    if (point == OkHttpHooks.NETWORK_INTERCEPTORS) {
      // Nobody tells then what leaves.
      shared.markLost = true;
    }
    return value;
  }

  @Override
  public boolean test(boolean value, int point, @Nullable Object self) throws Throwable {
    if (!value) {
      return false;
    }
    if (point == OkHttpHooks.IS_CANCELLED) {
      Operation answered = self == null ? null : shared.operations.of((Call) self);
      return self == null || answered == null || answered.isCancelled((Call) self);
    }
    Operation operation = shared.current();
    return operation == null || operation.mayRecover();
  }

  @Override
  public void mark(int point, @Nullable Object self) throws Throwable {
    if (self == null || point == OkHttpHooks.IS_OF_TODAY) {
      return;
    }
    if (point == OkHttpHooks.IS_USED) {
      Connecting.giveUpIfClosed((Connection) self);
      return;
    }
    if (point == OkHttpHooks.CANCELS_ALL) {
      shared.operations.cancelUnanswered((Dispatcher) self);
      return;
    }
    if (point == OkHttpHooks.TCP_STARTS) {
      // On any thread: several addresses are tried at a time.
      shared.connecting.tcpStarts(self, services.ticker().nanos());
      return;
    }
    if (point == OkHttpHooks.CANCELS) {
      Operation cancelled = shared.operations.of((Call) self);
      if (cancelled != null) {
        cancelled.cancels((Call) self);
      }
      return;
    }
    Operation operation = shared.current();
    if (operation == null) {
      return;
    }
    switch (point) {
      case OkHttpHooks.CONNECT_STARTS:
        operation.connects(self, services.ticker().nanos());
        break;
      case OkHttpHooks.TLS_STARTS:
        operation.connects(self, shared.connecting.tcpStarted(self, services.ticker().nanos()));
        break;
      case OkHttpHooks.REQUEST_SENT:
        operation.isOut();
        break;
      default:
        throw new IllegalArgumentException("place " + point);
    }
  }

  @Override
  public void markLost() {
    shared.markLost = true;
  }

  private @Nullable Object interceptors(@Nullable Object list, @Nullable Object self)
      throws Throwable {
    if (list == null || self == null) {
      return list;
    }
    Call call = (Call) self;
    Operation operation = shared.operations.of(call);
    if (operation != null && operation == shared.current()) {
      // An attempt within the chain of its own operation.
      return with(operation.again(), list);
    }
    if (operation == null) {
      operation = begin(call, null);
    }
    if (operation == null) {
      return shared.made() == null ? list : with(new Shield(shared), list);
    }
    operation.isMade();
    return with(operation, list);
  }

  private @Nullable Object networkInterceptors(@Nullable Object list, @Nullable Object self) {
    Operation made = shared.made();
    if (list == null || made == null || made.current().call != self) {
      return list;
    }
    Wire wire = made.wire();
    List<Object> all = with(wire, list);
    if (all.size() > 1) {
      all.add(wire.nearest());
    }
    return all;
  }

  private List<Object> with(Interceptor ours, Object list) {
    List<?> theirs = (List<?>) list;
    List<Object> all = new ArrayList<>(theirs.size() + 2);
    all.add(ours);
    all.addAll(theirs);
    return all;
  }

  private @Nullable Object enqueued(@Nullable Object callback, @Nullable Object self)
      throws Throwable {
    if (callback == null || self == null || callback instanceof GuardedCallback) {
      return callback;
    }
    Call call = (Call) self;
    if (call.isExecuted()) {
      // It will throw, and what is there already stays.
      return callback;
    }
    Operation operation = begin(call, (Callback) callback);
    if (operation == null) {
      return callback;
    }
    // Only one can be enqueued, the others throw.
    return shared.operations.put(call, operation) ? operation.enqueued() : callback;
  }

  private @Nullable Object mayFollow(@Nullable Object request) throws Throwable {
    Operation operation = shared.current();
    return request == null || operation == null || operation.mayFollow() ? request : null;
  }

  private @Nullable Operation begin(Call call, @Nullable Callback callback) throws Throwable {
    Request request = call.request();
    Policy policy = policyOf(request);
    return policy == null || !policy.armsAnything()
        ? null
        : new Operation(shared, policy, call, request, callback);
  }

  private @Nullable Object connectionWanted(@Nullable Object chain) {
    Operation operation = shared.current();
    if (operation == null || chain == null) {
      return chain;
    }
    HttpUrl to = ((Interceptor.Chain) chain).request().url();
    Object refusal = operation.connectionWanted(to);
    return refusal == null ? chain : refusal;
  }

  private @Nullable Policy policyOf(Request request) {
    HttpUrl url = request.url();
    PolicySet policies = services.policies();
    // The path is a string that is made each time.
    return policies.knowsHost(url.host())
        ? policies.matchHttp(
            request.method(), url.scheme(), url.host(), url.port(), url.encodedPath())
        : null;
  }
}
