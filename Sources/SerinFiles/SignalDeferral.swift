#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Holds signals back that would end the process in the middle of a short piece of work.
///
/// A signal that the program ignores, or has a handler of its own for, is left as it is.
struct SignalDeferral {
  /// The signals that people and systems stop programs with.
  static let usual: [Int32] = [SIGINT, SIGTERM, SIGHUP]

  /// For each number of a signal, whether it has come.
  ///
  /// nonisolated(unsafe): a handler may only set a byte of plain memory, and does so on whatever thread it is called. The
  /// memory is made before any handler is installed, and is never given back.
  nonisolated(unsafe) private static let arrived: UnsafeMutablePointer<UInt8> = {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: highestSignal + 1)
    memory.initialize(repeating: 0, count: highestSignal + 1)
    return memory
  }()
  private static let highestSignal = 127

  /// What was held back by this one.
  private let held: [Int32]

  /// Begins to hold signals back.
  init(_ signals: [Int32] = usual) {
    // Made before a handler could be the first to ask for it.
    _ = Self.arrived
    held = signals.filter { number in
      let before = signal(number) { SignalDeferral.arrived[Int($0)] = 1 }
      // Nothing stands for what the system does by itself.
      guard let before else { return true }
      signal(number, before)
      return false
    }
  }

  /// Lets the signals through again.
  ///
  /// - Returns: those that came meanwhile and were held back.
  func endQuietly() -> [Int32] {
    for number in held { signal(number, SIG_DFL) }
    let came = held.filter { Self.arrived[Int($0)] != 0 }
    for number in came { Self.arrived[Int(number)] = 0 }
    return came
  }

  /// Lets the signals through again; one that came meanwhile ends the process now.
  func end() {
    // To the process: threads of a pool take no signals themselves.
    for number in endQuietly() { kill(getpid(), number) }
  }
}
