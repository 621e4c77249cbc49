import Foundation
import Serin

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process for the tests to end in every way there is.
///
/// `SerinRunProbe end FOLDER PHASES END`: a client goes through the phases, a list with commas, then the process ends so.
/// `SerinRunProbe close FOLDER ADDRESS`: a client that asks the server there is closed once the input ends, in the middle
/// of everything, and then `main` returns.
/// `SerinRunProbe read FOLDER`: an app extension reads stored flags until its input ends, and says what it saw.
@main
enum SerinRunProbe {
  static func main() async {
    let arguments = CommandLine.arguments
    switch (arguments.dropFirst().first, arguments.count) {
    case ("end", 5): await end(arguments[2], arguments[3].split(separator: ",").map(String.init), arguments[4])
    case ("close", 4): await close(arguments[2], at: arguments[3])
    case ("read", 3): await read(arguments[2])
    default: fatalError("end FOLDER PHASES END, close FOLDER ADDRESS, or read FOLDER")
    }
  }

  /// What every probe's client is like.
  static func configuration(_ folder: String, _ transport: some FlagTransport) -> FeatureFlags.Configuration {
    let address = URL(string: "https://flags.example") ?? URL(fileURLWithPath: "/")
    var configuration = FeatureFlags.Configuration(
      baseURL: address, applicationCode: "shop", clientKey: "srn_client_key", context: FlagContext(userID: "alice"))
    configuration.storage = .directory(URL(fileURLWithPath: folder))
    configuration.transport = transport
    return configuration
  }

  private static func end(_ folder: String, _ phases: [String], _ end: String) async {
    let phases = phases.compactMap { ["active": .active, "background": .background][$0] as LifecyclePhase? }
    let lifecycle = ScriptedPhases(phases)
    var configuration = end == "hang" ? configuration(folder, HangingNetwork()) : configuration(folder, NoNetwork())
    configuration.lifecycle = lifecycle
    let flags = FeatureFlags(configuration)
    flags.start()
    await lifecycle.waitUntilAllAreDealtWith()
    switch end {
    case "kill": raise(SIGKILL)
    case "abort": abort()
    case "trap": fatalError("as a bug would")
    case "terminate": terminate()
    case "exit": exit(0)
    case "fail": exit(1)
    case "quick": _exit(0)
    case "close": flags.close()
    // With requests that are never answered and a wait for the next try.
    case "hang":
      flags.refresh(completion: nil)
      flags.close()
      print("closed")
      fflush(nil)
    // Another start while this one lives; the parent kills it then.
    case "live":
      print("ready")
      fflush(nil)
      _ = readLine()
      raise(SIGKILL)
    default: break
    }
    // Here for "return": `main` returns while the client lives.
    withExtendedLifetime(flags) {}
  }
}

extension SerinRunProbe {
  private static func close(_ folder: String, at address: String) async {
    var configuration = configuration(folder, URLSessionTransport())
    configuration.baseURL = URL(string: address) ?? configuration.baseURL
    let lifecycle = ScriptedPhases([.active])
    configuration.lifecycle = lifecycle
    let flags = FeatureFlags(configuration)
    flags.start()
    await lifecycle.waitUntilAllAreDealtWith()
    let refreshing = Task { try? await flags.refresh() }
    flags.setAttributes(["plan": "pro"])
    flags.monitor.increment("taps")
    _ = readLine()
    print("closing")
    fflush(nil)
    flags.close()
    _ = await refreshing.value
  }
}

/// Ends by the signal, whatever the process that started this one does with it.
private func terminate() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGTERM)
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  signal(SIGTERM, SIG_DFL)
  raise(SIGTERM)
}

/// A lifecycle that gives phases one after the other, each once the one before has been dealt with.
actor ScriptedPhases: FlagLifecycle {
  private var rest: ArraySlice<LifecyclePhase>
  private let done = AsyncStream.makeStream(of: Void.self)

  init(_ phases: [LifecyclePhase]) { rest = phases[...] }

  nonisolated var current: LifecyclePhase? { get async { nil } }

  nonisolated func phases() -> AsyncStream<LifecyclePhase> {
    AsyncStream {
      if let phase = await self.next() { return phase }
      try? await Task.sleep(nanoseconds: 3_600_000_000_000)
      return nil
    }
  }

  private func next() -> LifecyclePhase? {
    if let phase = rest.popFirst() { return phase }
    // Asked for the next one, so the last one has been dealt with.
    done.continuation.finish()
    return nil
  }

  func waitUntilAllAreDealtWith() async {
    for await _ in done.stream {}
  }
}

/// A network that is not there.
struct NoNetwork: FlagTransport {
  func send(_ request: FlagRequest) async throws -> FlagResponse { throw URLError(.notConnectedToInternet) }
}

/// A network that takes everything and gives nothing.
struct HangingNetwork: FlagTransport {
  func send(_ request: FlagRequest) async throws -> FlagResponse {
    try await Task.sleep(nanoseconds: 3_600_000_000_000)
    throw URLError(.timedOut)
  }

  func lines(_ request: FlagRequest) -> AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream { _ in }
  }
}
