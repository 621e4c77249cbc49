import Foundation
import SerinLock
import TestSockets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A proxy between an app and its server, as bad as the test wants the network to be.
///
/// A request for the stream goes to a server of its own, and what comes from there is passed on as it comes.
final class FaultyProxy: Sendable {
  private struct State: Sendable {
    var target: UInt16
    var streamTarget: UInt16?
    var fault = Fault.none
    var statuses: [Int] = []
    var streams: [Int32] = []
  }

  let port: UInt16
  private let listener: Int32
  private let state: Lock<State>

  /// The statuses that the server answered with so far, whatever became of the answers.
  var statuses: [Int] { state.withLock(\.statuses) }

  /// What happens to answers from now on.
  var fault: Fault {
    get { state.withLock(\.fault) }
    set { state.withLock { $0.fault = newValue } }
  }

  init(to target: UInt16, streams streamTarget: UInt16? = nil) throws {
    (listener, port) = try Sockets.listen()
    state = Lock(State(target: target, streamTarget: streamTarget))
    let descriptor = listener
    let serve = { @Sendable [state] in
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else {
          close(descriptor)
          return
        }
        Thread { Self.serve(client, state) }.start()
      }
    }
    Thread(block: serve).start()
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    cutStreams()
  }

  /// Sends requests to another server from now on.
  func redirect(to target: UInt16, streams streamTarget: UInt16? = nil) {
    state.withLock { state in
      state.target = target
      state.streamTarget = streamTarget
    }
  }

  /// Breaks every stream that is open.
  func cutStreams() {
    state.withLock { state in
      state.streams.forEach { shutdown($0, Int32(SHUT_RDWR)) }
      state.streams = []
    }
  }

  /// Serves the requests of one connection, one after the other.
  private static func serve(_ client: Int32, _ state: Lock<State>) {
    defer { close(client) }
    while let request = HTTPMessage(from: client) {
      if request.head.first?.contains("/v1/stream") == true {
        pump(request, client, state)
        return
      }
      let (target, fault) = state.withLock { ($0.target, $0.fault) }
      guard let upstream = Sockets.connect(port: target) else { return }
      defer { close(upstream) }
      Sockets.send(request.bytes, to: upstream)
      guard let answer = HTTPMessage(from: upstream) else { return }
      state.withLock { $0.statuses.append(answer.status) }
      for action in fault.actions(for: answer) {
        guard perform(action, client) else { return }
      }
    }
  }

  /// Does one thing; false when the connection is at its end.
  private static func perform(_ action: Fault.Action, _ client: Int32) -> Bool {
    switch action {
    case .send(let bytes):
      return Sockets.send(bytes, to: client)
    case .pause(let milliseconds):
      usleep(UInt32(milliseconds) * 1000)
      return true
    case .stall:
      // Until the client has had enough.
      while !Sockets.receive(client).isEmpty {}
      return false
    case .close:
      return false
    case .reset:
      var immediately = linger(l_onoff: 1, l_linger: 0)
      setsockopt(client, SOL_SOCKET, SO_LINGER, &immediately, socklen_t(MemoryLayout<linger>.size))
      return false
    }
  }

  /// Passes a stream on until either side closes it.
  private static func pump(_ request: HTTPMessage, _ client: Int32, _ state: Lock<State>) {
    guard let target = state.withLock(\.streamTarget), let upstream = Sockets.connect(port: target) else { return }
    state.withLock { $0.streams.append(client) }
    Sockets.send(request.bytes, to: upstream)
    let watch = Thread {
      // The client sends nothing more, so this waits for its end.
      while !Sockets.receive(client).isEmpty {}
      shutdown(upstream, Int32(SHUT_RDWR))
    }
    watch.start()
    while true {
      let bytes = Sockets.receive(upstream)
      guard !bytes.isEmpty, Sockets.send(bytes, to: client) else { break }
    }
    // Both threads must be done with a socket before its number may belong to another one.
    shutdown(client, Int32(SHUT_RDWR))
    while !watch.isFinished { usleep(1000) }
    close(upstream)
    state.withLock { $0.streams.removeAll { $0 == client } }
  }
}
