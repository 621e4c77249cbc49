import Foundation
import Serin
import SerinLock

/// A source with one defect.
final class BrokenSource: FlagSource {
  enum Defect: String, Sendable, CaseIterable {
    case none, emptyName, otherNameEachTime, nameOfTheServer, sameKeyTwice, emptyKey, givenAndUndecided
    case madeInTheFuture, neverAnswers, confirmsAnyValidator, validatorOfOtherFlags, lastContextsFlags
    case storedOfTheLastContext, slowStored, ignoresCancellation, lowerRevision, throwsErrors
    case changeWithTheSameValidator, changeThatIsNone, changeWithALowerRevision, noSignal, spreadOfDays
  }

  private struct State: Sendable {
    var names = 0
    var revision: Int64 = 100
    var isChanged = false
    var last: FlagContext?
    var signals: AsyncStream<FlagSignal>.Continuation?
    var count = 0
  }

  private let defect: Defect
  private let state = Lock(State())

  init(_ defect: Defect) { self.defect = defect }

  var name: String {
    switch defect {
    case .emptyName: ""
    case .nameOfTheServer: "remote"
    case .otherNameEachTime:
      state.withLock { state in
        state.names += 1
        return "source\(state.names)"
      }
    default: "source"
    }
  }

  var signals: AsyncStream<FlagSignal>? {
    let (stream, continuation) = AsyncStream.makeStream(of: FlagSignal.self)
    state.withLock { $0.signals = continuation }
    return stream
  }

  func change() {
    let signals = state.withLock { state in
      state.isChanged = defect != .changeThatIsNone
      state.revision += defect == .changeWithALowerRevision ? -10 : 10
      return state.signals
    }
    if defect != .noSignal { signals?.yield(FlagSignal(spread: defect == .spreadOfDays ? 200_000 : 1)) }
  }

  func stored(for context: FlagContext) -> FlagAnswer? {
    if defect == .slowStored { Thread.sleep(forTimeInterval: 0.3) }
    guard defect == .storedOfTheLastContext else { return nil }
    return state.withLock { state in
      defer { state.last = context }
      return FlagAnswer(flags: flags(state.last ?? context, state), confirmedAt: nil)
    }
  }

  func answer(for context: FlagContext, validator: String?) async throws -> FlagAnswer? {
    if defect == .throwsErrors { throw URLError(.badServerResponse) }
    if defect == .neverAnswers { return nil }
    if defect == .confirmsAnyValidator, validator != nil { return nil }
    if defect == .ignoresCancellation, Task.isCancelled {
      // Far longer than the test is patient, also on a busy machine; a task of its own is not cancelled.
      try? await Task.detached { try await Task.sleep(nanoseconds: 30_000_000_000) }.value
    }
    return state.withLock { state in
      state.count += 1
      let mark = defect == .changeWithTheSameValidator ? "mark" : "\(state.revision)"
      if validator == mark, defect != .validatorOfOtherFlags { return nil }
      if defect == .lowerRevision { state.revision -= 1 }
      let subject = defect == .lastContextsFlags ? state.last ?? context : context
      state.last = context
      var answer = FlagAnswer(
        flags: flags(subject, state), revision: state.revision, validator: mark, confirmedAt: Date())
      if validator == mark { answer.flags = [] }
      if defect == .givenAndUndecided { answer.undecided = ["a"] }
      if defect == .madeInTheFuture { answer.confirmedAt = Date().addingTimeInterval(3600) }
      return answer
    }
  }

  private func flags(_ context: FlagContext, _ state: State) -> [FeatureFlag] {
    let user = FeatureFlag(key: "a", isEnabled: state.isChanged, properties: ["for": .string(context.userID ?? "none")])
    switch defect {
    case .sameKeyTwice: return [user, user]
    case .emptyKey: return [user, FeatureFlag(key: "", isEnabled: true)]
    default: return [user]
    }
  }
}
