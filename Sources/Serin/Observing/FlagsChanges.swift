/// The flags in effect, and every change of them; see ``FeatureFlags/changes``.
///
/// The first element is what is in effect now (cause ``FlagsChange/Cause/current``, no changed keys). A reader that
/// takes its time gets one element for all that happened meanwhile: the newest snapshot, the keys of all the changes,
/// also one that came back to its old value, and the cause of the newest.
///
/// The sequence ends when the client is closed or let go of, which the sequence does not prevent, and when the reading
/// task is cancelled. Each reader sees all elements; nothing here needs the main thread.
public struct FlagsChanges: AsyncSequence, Sendable {
  /// What the sequence consists of.
  public typealias Element = FlagsChange

  private let engine: FlagEngine

  init(_ engine: FlagEngine) {
    self.engine = engine
  }

  /// A reader of its own.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(reader: Reader(engine))
  }

  /// Reads the changes one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let reader: Reader
    private var hasBegun = false

    fileprivate init(reader: Reader) {
      self.reader = reader
    }

    /// Waits for the next change.
    ///
    /// - Returns: nil when the client is closed or the task is cancelled.
    public mutating func next() async -> FlagsChange? {
      let isFirst = !hasBegun
      hasBegun = true
      return await reader.engine.nextChange(for: reader.number, isFirst: isFirst)
    }
  }

  /// Tells the engine when nobody reads any more.
  fileprivate final class Reader: Sendable {
    let engine: FlagEngine
    let number: UInt64

    init(_ engine: FlagEngine) {
      self.engine = engine
      number = engine.newReaderNumber()
    }

    deinit {
      engine.removeReader(number)
    }
  }
}
