package io.fusebox.jdk11;

import io.fusebox.calls.CallServices;

/** What all calls of this client library share. Thread-safe. */
final class Shared {

  final CallServices services;
  final ResolvedHosts resolved = new ResolvedHosts();
  final LookUps lookUps;
  final Waiting waiting = new Waiting();

  /** Set for good when a mark was lost: what an attempt was not told says nothing then. */
  volatile boolean markLost;

  Shared(CallServices services) {
    this.services = services;
    this.lookUps = new LookUps(services, resolved);
  }
}
