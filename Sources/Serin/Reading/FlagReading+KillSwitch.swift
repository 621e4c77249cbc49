extension FlagReading {
  /// Runs an action when a flag is on, and a fallback when it is off.
  ///
  /// ```swift
  /// let receipt = try flags.withKillSwitch(.payments) { try pay(order) } fallback: { payLater(order) }
  /// ```
  ///
  /// The flag is read once, before the action. A client says by its log and by a ``FlagEvent`` called `kill_switch_fallback`
  /// that the fallback runs, each time and before it does.
  ///
  /// - Parameters:
  ///   - flag: The flag, a kill switch as a rule.
  ///   - action: What the flag protects.
  ///   - fallback: What is done in its place.
  /// - Throws: What the action or the fallback throws; an action that fails does not run the fallback.
  public func withKillSwitch<Result, Failure: Error>(
    _ flag: FlagKey, _ action: () throws(Failure) -> Result, fallback: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if allows(flag) { return try action() }
    return try fallback()
  }

  /// Runs an asynchronous action when a flag is on, and a fallback when it is off.
  ///
  /// Both run where the caller does. A flag that is switched off while the action runs does not end it.
  ///
  /// - Parameters:
  ///   - flag: The flag, a kill switch as a rule.
  ///   - action: What the flag protects.
  ///   - fallback: What is done in its place.
  /// - Throws: What the action or the fallback throws; an action that fails does not run the fallback.
  public func withKillSwitch<Result, Failure: Error>(
    _ flag: FlagKey, _ action: () async throws(Failure) -> Result, fallback: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    if allows(flag) { return try await action() }
    return try await fallback()
  }

  /// Runs an action when a flag of a catalog is on, and a fallback when it is off.
  public func withKillSwitch<Result, Failure: Error>(
    _ flag: some FlagCatalog, _ action: () throws(Failure) -> Result, fallback: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withKillSwitch(flag.flag, action, fallback: fallback)
  }

  /// Runs an asynchronous action when a flag of a catalog is on, and a fallback when it is off.
  public func withKillSwitch<Result, Failure: Error>(
    _ flag: some FlagCatalog, _ action: () async throws(Failure) -> Result,
    fallback: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withKillSwitch(flag.flag, action, fallback: fallback)
  }

  /// Whether the action may run; tells the source when it may not.
  private func allows(_ flag: FlagKey) -> Bool {
    let answer = get(flag.name)
    if answer?.isEnabled ?? flag.defaultValue { return true }
    didFallBack(.killSwitch(flag: flag, answer: answer))
    return false
  }
}
