import Dispatch
import Foundation
import SerinLock

/// Keeps the overrides of one application and client key in a file of their own.
///
/// Reading happens on the caller's thread, writing on a queue of the store's own. Nothing here is fatal.
final class OverrideStore: Sendable {
  /// What there is.
  enum Loaded: Sendable {
    case overrides([ExactString: FlagOverride])
    case nothing
    /// There may be some, but the system does not give the file out now.
    case locked
  }

  private let path: String?
  private let files: any StorageFiles
  private let warning: StorageWarning
  private let log: @Sendable (FlagLogMessage) -> Void
  private let queue = DispatchQueue(label: "Serin.OverrideStore", qos: .utility)
  private let state: Lock<State>

  private struct State: Sendable {
    var isReadOnly: Bool
    /// What is to be written next.
    var pending: [ExactString: FlagOverride]?
  }

  /// Larger files are not the store's, in bytes.
  static let maximumBytes = 8 * 1024 * 1024

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder that holds the folders of all applications; nil keeps nothing.
  ///   - scope: The name of the application's folder.
  ///   - isReadOnly: Whether another process owns the file.
  ///   - warning: Says that the storage does not work, once for all who use it.
  init(
    folder: String?, scope: String, files: any StorageFiles, isReadOnly: Bool,
    warning: StorageWarning, log: @escaping @Sendable (FlagLogMessage) -> Void
  ) {
    // A folder below that of the answers, in which every file counts as a user's.
    path = folder.map { "\($0)/\(scope)/overrides/overrides.json" }
    self.files = files
    state = Lock(State(isReadOnly: isReadOnly))
    self.warning = warning
    self.log = log
  }

  /// What an earlier run left; a damaged file is left aside.
  func load() -> Loaded {
    guard let path else { return .nothing }
    do throws(StorageError) {
      return parse(try files.read(path, limit: Self.maximumBytes))
    } catch {
      switch error {
      case .notFound: return .nothing
      case .notPermitted: return .locked
      case .tooLarge, .failed:
        warning("the overrides cannot be read: \(error)")
        return .nothing
      }
    }
  }

  /// Puts these overrides in place of the stored ones; returns at once.
  ///
  /// The order of the calls is the order of the writes.
  func save(_ overrides: [ExactString: FlagOverride]) {
    guard let path else { return }
    let isWritten = state.withLock { state in
      if !state.isReadOnly { state.pending = overrides }
      return !state.isReadOnly
    }
    if isWritten { queue.async { self.write(to: path) } }
  }

  /// Writes nothing from now on.
  func stopWriting() {
    state.withLock { $0.isReadOnly = true }
  }

  /// Waits until what was given to the store is written, for a bounded time in seconds.
  func waitUntilWritten(atMost seconds: TimeInterval) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + seconds)
  }

  private func parse(_ bytes: [UInt8]) -> Loaded {
    do throws(UnusableAnswer) {
      return .overrides(try OverrideFile.overrides(parsing: bytes))
    } catch {
      log(FlagLogMessage(level: .warning, text: "the stored overrides are left aside: \(error.message)"))
      return .nothing
    }
  }

  private func write(to path: String) {
    let pending = state.withLock { state in
      defer { state.pending = nil }
      return state.pending
    }
    guard let pending else { return }
    do throws(StorageError) {
      try files.replace(path, with: OverrideFile.bytes(of: pending))
    } catch {
      warning("overrides are kept in memory only, the file cannot be written: \(error)")
    }
  }
}
