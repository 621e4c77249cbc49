/// A part of the client that does work of its own beside asking for flags: events, the stream, the record of the run.
///
/// Parts hear of what happens after the engine's lock is free, so they may call the engine. What one thread does comes
/// in order; ``EngineEvent/contextChanged(generation:)`` may overtake another one, so look at the generation.
protocol EnginePart: Sendable {
  /// Called for everything that happens, on whatever thread it happened; it must not wait.
  func engine(_ engine: FlagEngine, did event: EngineEvent, at moment: Moment)
}

/// What happens to a client.
enum EngineEvent: Sendable, Hashable {
  /// ``FeatureFlags/start()`` was called for the first time.
  case started
  /// The app entered a phase; the engine has dealt with it.
  case phase(LifecyclePhase)
  /// A session began: the first activation, or one after half an hour in background.
  case sessionBegan
  /// The user, the device or the attributes are others now.
  case contextChanged(generation: UInt64)
  /// The server gave or confirmed an answer for the present context; where it is not among the sources, they all did.
  case answered
  /// The client was closed.
  case closed
}
