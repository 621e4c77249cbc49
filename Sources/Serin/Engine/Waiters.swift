import Foundation

/// Someone who waits for the end of a request, and hears of it exactly once.
struct RefreshWaiter: Sendable {
  /// How the waiter is told.
  enum Reply: Sendable {
    /// A task waits.
    case continuation(CheckedContinuation<RefreshOutcome, any Error>)
    /// A closure is called on the main thread; nil when nobody wants to know.
    case completion((@MainActor @Sendable (FeatureFlagsError?) -> Void)?)
  }

  /// Whose flags the waiter wants.
  enum Subject: Sendable {
    /// Whoever the user is when the answer comes.
    case anyUser
    /// This user's, or an error.
    case user(String?)
  }

  let number: UInt64
  let subject: Subject
  let reply: Reply

  /// Whether an answer for that user is what the waiter wants.
  func wants(_ userID: String?) -> Bool {
    switch subject {
    case .anyUser: true
    case .user(let wanted): haveSameBytes(wanted, userID)
    }
  }
}

/// A task that waits until flags are ready, for a bounded time.
struct ReadyWaiter: Sendable {
  let number: UInt64
  let deadline: TimeInterval
  let continuation: CheckedContinuation<FlagsState, Never>
}

/// Something to do once the engine's lock is free.
enum Effect: Sendable {
  case resume(CheckedContinuation<RefreshOutcome, any Error>, Result<RefreshOutcome, FeatureFlagsError>)
  case ready(CheckedContinuation<FlagsState, Never>, FlagsState)
  /// A reader of changes has its next element, or the last one was the last.
  case next(CheckedContinuation<FlagsChange?, Never>, FlagsChange?)
  case cancel(Task<Void, Never>)
  case log(FlagLogMessage)
  /// The parts of the client hear of something.
  case tell(EngineEvent)
}

/// Something to do on the main thread.
enum Delivery: Sendable {
  case completion(@MainActor @Sendable (FeatureFlagsError?) -> Void, FeatureFlagsError?)
  case change(FlagsChange)
  case notification(FlagsChange)
}

/// Whether two ids are the same bytes; Swift's own comparison takes canonically equivalent ones for equal.
func haveSameBytes(_ left: String?, _ right: String?) -> Bool {
  switch (left, right) {
  case (nil, nil): true
  case (let left?, let right?): left.hasSameBytes(as: right)
  default: false
  }
}
