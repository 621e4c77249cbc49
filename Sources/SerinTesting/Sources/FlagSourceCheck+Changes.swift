import Foundation
import Serin
import SerinLock

extension FlagSourceCheck {
  /// Changes the flags and looks whether the source says so.
  mutating func checkChange(_ change: (any FlagSource) async throws -> Void) async {
    let signals = source.signals
    let heard = Completion()
    let spreads = Lock<[TimeInterval]>([])
    let listening = Task {
      guard let signals else { return }
      for await signal in signals {
        spreads.withLock { $0.append(signal.spread) }
        heard.complete()
      }
    }
    defer { listening.cancel() }
    do {
      try await change(source)
    } catch {
      report(.errors, "the flags could not be changed: \(error)")
      return
    }
    if signals != nil, await !heard.isComplete(within: patience) {
      report(.signal, "no signal came within \(patience) seconds after a change")
    }
    if !spreads.withLock({ $0 }).allSatisfy({ (0...3600).contains($0) }) {
      report(.signal, "a signal's spread is not between zero and an hour")
    }
    for (place, context) in contexts.enumerated() {
      guard let earlier = answers[place] else { continue }
      let before = violations.count
      guard let later = await ask(context, validator: earlier.validator) else {
        if violations.count == before { report(.change, "the validator of the answer before a change was confirmed") }
        continue
      }
      checkForm(later)
      checkRevision(later, after: earlier)
      if flags(later) == flags(earlier) { report(.change, "the answer after a change is the one before it") }
    }
  }
}

/// Something that happens once, or not.
final class Completion: Sendable {
  private let isDone = Lock(false)

  func complete() { isDone.withLock { $0 = true } }

  /// Whether it has happened, at the latest so many seconds from now.
  func isComplete(within seconds: TimeInterval) async -> Bool {
    let isDone = isDone
    do {
      try await until("completion", within: seconds) { isDone.withLock { $0 } }
      return true
    } catch {
      return isDone.withLock { $0 }
    }
  }
}
