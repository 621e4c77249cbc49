/// Finds flags that end the app again and again at its start.
///
/// Such a flag cannot be taken back by the server, whose answer the app does not live to hear.
enum CrashLoop {
  /// The flags that people were exposed to in both of the last two runs, when both died in front of a person within ten
  /// seconds.
  ///
  /// - Parameters:
  ///   - runs: The earlier runs, newest first.
  ///   - declared: The flags that the app declares. Kill switches, operational flags and permissions are never under
  ///     suspicion, since their default is not the safe side; a flag that is not declared counts as a release.
  static func suspects(in runs: [PastRun], declared: [FlagKey]) -> Set<ExactString> {
    guard runs.count >= 2, runs.prefix(2).allSatisfy(\.diedAtStart) else { return [] }
    let spared = declared.filter { $0.kind != .release && $0.kind != .experiment }.map { ExactString($0.name) }
    return runs[0].exposedKeys.intersection(runs[1].exposedKeys).subtracting(spared)
  }
}
