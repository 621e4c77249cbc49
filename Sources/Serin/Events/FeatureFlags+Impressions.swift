extension FeatureFlags {
  /// Says that a person reached the code behind a flag, with the answer that was read.
  ///
  /// This is the form to use: the impression carries what the person really saw, and whom the flag was read for, even when
  /// an answer or another user came in between. Call it as often as you like: there is one impression for each flag, rule,
  /// state and unit in a session. It is on the device before this returns and reaches the server once, also after a crash
  /// or without a network. Nothing is recorded for a flag made in code and for an overridden one.
  ///
  /// May be called on any thread. The first call of a run makes a file of 64 KB; no other one waits for the disk.
  ///
  /// - Parameter flag: What ``get(_:)`` or a snapshot of this client gave.
  public func logImpression(_ flag: FeatureFlag) {
    engine.events.recordImpression(flag)
  }

  /// Says that a person reached the code behind a flag, with the answer in effect now.
  ///
  /// That may be another one than was read a moment ago; see ``logImpression(_:)-(FeatureFlag)``. Nothing is recorded for a
  /// key that has no answer.
  ///
  /// - Parameter key: The flag's exact key.
  public func logImpression(_ key: String) {
    guard let flag = get(key) else { return }
    engine.events.recordImpression(flag)
  }

  /// Says that a person reached the code behind a declared flag, with the answer in effect now.
  ///
  /// See ``logImpression(_:)-(FeatureFlag)``, which records what was really seen.
  public func logImpression(_ flag: FlagKey) {
    logImpression(flag.name)
  }

  /// Says that a person reached the code behind a flag of a catalog, with the answer in effect now.
  ///
  /// See ``logImpression(_:)-(FeatureFlag)``, which records what was really seen.
  public func logImpression(_ flag: some FlagCatalog) {
    logImpression(flag.flag)
  }
}
