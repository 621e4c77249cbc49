import Dispatch
import Foundation
import SerinLock

/// Keeps whole answers on the device, one file an identity.
///
/// Reading happens on the caller's thread, once at the start and once for every new user. Writing happens on a queue of
/// the store's own, in the order the answers came. Nothing here is fatal: without a file the SDK works from memory.
final class AnswerStore: Sendable {
  /// So many identities of one application and key keep their answer.
  static let maximumFiles = 4
  /// Larger files are not the store's: the largest answer with room for what is added to it.
  static let maximumFileBytes = 2 * ServerAnswer.maximumBytes

  /// What there is for an identity.
  enum Loaded: Sendable {
    case answer(StoredAnswer)
    case nothing
    /// There may be an answer, but the system does not give the file out now.
    case locked
  }

  private let folder: String?
  private let files: any StorageFiles
  private let clock: any FlagClock
  private let warning: StorageWarning
  private let log: @Sendable (FlagLogMessage) -> Void
  private let queue = DispatchQueue(label: "Serin.AnswerStore", qos: .utility)
  private let state = Lock(State())

  private struct State: Sendable {
    /// Answers on their way to the disk, by file name.
    var pending: [String: Pending] = [:]
    var lastNumber: UInt64 = 0
    var isReadOnly = false
  }

  private struct Pending: Sendable {
    var number: UInt64
    var answer: StoredAnswer
  }

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder that holds the folders of all applications; nil keeps nothing.
  ///   - isReadOnly: Whether another process or client owns the files.
  ///   - warning: Says that the storage does not work, once for all who use it; nil says so by the log.
  init(
    folder: String?, files: any StorageFiles, isReadOnly: Bool, clock: any FlagClock, warning: StorageWarning? = nil,
    log: @escaping @Sendable (FlagLogMessage) -> Void
  ) {
    self.folder = folder
    self.files = files
    self.clock = clock
    self.warning = warning ?? StorageWarning(log: log)
    self.log = log
    if isReadOnly || folder == nil { stopWriting() }
  }

  /// Writes nothing from now on.
  func stopWriting() {
    state.withLock { $0.isReadOnly = true }
  }

  /// The answer that is kept for an identity, however old.
  func load(_ identity: AnswerIdentity) -> Loaded {
    guard let path = path(of: identity) else { return .nothing }
    if let pending = state.withLock({ $0.pending[identity.file]?.answer }) { return .answer(pending.asStored) }
    do throws(StorageError) {
      let bytes = try files.read(path, limit: Self.maximumFileBytes)
      return parse(bytes, identity)
    } catch {
      switch error {
      case .notFound: return .nothing
      case .notPermitted: return .locked
      case .tooLarge, .failed:
        warning("the stored flags cannot be read: \(error)")
        return .nothing
      }
    }
  }

  /// Puts an answer in place of the one that is kept for the identity.
  ///
  /// Returns at once. The answers' order is the order of the calls.
  func save(_ answer: StoredAnswer, for identity: AnswerIdentity) {
    guard let path = path(of: identity) else { return }
    let number = state.withLock { state -> UInt64? in
      guard !state.isReadOnly else { return nil }
      state.lastNumber += 1
      state.pending[identity.file] = Pending(number: state.lastNumber, answer: answer)
      return state.lastNumber
    }
    guard let number else { return }
    queue.async { self.write(number, to: path, identity) }
  }

  /// Waits until the answers given to the store are written, for a bounded time.
  func waitUntilWritten(atMost seconds: TimeInterval) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + seconds)
  }

  private func parse(_ bytes: [UInt8], _ identity: AnswerIdentity) -> Loaded {
    do throws(UnusableAnswer) {
      return .answer(try StoredAnswer(parsing: bytes, identity: identity))
    } catch {
      log(FlagLogMessage(level: .info, text: "the stored flags are left aside: \(error.message)"))
      return .nothing
    }
  }

  private func write(_ number: UInt64, to path: String, _ identity: AnswerIdentity) {
    // A newer answer for the same identity that waits already makes this one needless.
    let pending = state.withLock { $0.pending[identity.file] }
    guard let pending, pending.number == number else { return }
    do throws(StorageError) {
      try files.replace(path, with: pending.answer.bytes(for: identity))
      prune(keeping: identity)
    } catch {
      warning("flags are kept in memory only, the file cannot be written: \(error)")
    }
    state.withLock { state in
      if state.pending[identity.file]?.number == number { state.pending[identity.file] = nil }
    }
  }

  private func path(of identity: AnswerIdentity) -> String? {
    folder.map { "\($0)/\(identity.folder)/\(identity.file)\(Self.suffix)" }
  }

  private static let suffix = ".json"
}

extension AnswerStore {
  /// Removes what is over the number of identities, those first whose answer ends first.
  private func prune(keeping identity: AnswerIdentity) {
    guard let folder = folder.map({ "\($0)/\(identity.folder)" }), let names = try? files.names(in: folder) else {
      return
    }
    // Left behind by a process that ended while it wrote.
    for name in names where name.hasSuffix(SystemFiles.temporarySuffix) {
      try? files.remove("\(folder)/\(name)")
    }
    let others = names.filter { $0.hasSuffix(Self.suffix) && $0 != identity.file + Self.suffix }
    let surplus = others.count + 1 - Self.maximumFiles
    guard surplus > 0 else { return }
    let now = clock.now
    let dated = others.map { name -> (path: String, stamp: Date) in
      let path = "\(folder)/\(name)"
      let stamp = (try? files.read(path, limit: Self.maximumFileBytes)).flatMap { try? StoredAnswer.stamp(parsing: $0) }
      // One that cannot be used, or claims to be from the future, is worth least.
      return (path, stamp.flatMap { $0 <= now ? $0 : nil } ?? .distantPast)
    }
    for old in dated.sorted(by: { $0.stamp < $1.stamp }).prefix(surplus) {
      try? files.remove(old.path)
    }
  }
}
