import Foundation
import Serin
import SerinLock

/// A source of the app's own that answers as the test says, and remembers what it was asked.
final class TestSource: FlagSource {
  typealias Script = @Sendable (_ context: FlagContext, _ validator: String?) async throws -> FlagAnswer?

  /// A question that the source was asked.
  struct Question: Sendable, Hashable {
    let context: FlagContext
    let validator: String?
  }

  /// The source has no network.
  struct Unreachable: Error {}

  let name: String
  let signals: AsyncStream<FlagSignal>?
  let questions = Recorder<Question>()
  private let signaller: AsyncStream<FlagSignal>.Continuation
  private let script: Lock<Script>
  private let kept: Lock<@Sendable (FlagContext) -> FlagAnswer?>

  init(
    _ name: String = "own", _ script: @escaping Script = { _, _ in nil },
    stored: @escaping @Sendable (FlagContext) -> FlagAnswer? = { _ in nil }
  ) {
    self.name = name
    self.script = Lock(script)
    kept = Lock(stored)
    (signals, signaller) = AsyncStream.makeStream(of: FlagSignal.self)
  }

  /// Answers otherwise from now on.
  func answer(_ script: @escaping Script) { self.script.withLock { $0 = script } }

  /// Says that there is something newer.
  func signal(_ signal: FlagSignal = FlagSignal()) { signaller.yield(signal) }

  func stored(for context: FlagContext) -> FlagAnswer? { kept.withLock { $0 }(context) }

  func answer(for context: FlagContext, validator: String?) async throws -> FlagAnswer? {
    questions.add(Question(context: context, validator: validator))
    return try await script.withLock { $0 }(context, validator)
  }
}
