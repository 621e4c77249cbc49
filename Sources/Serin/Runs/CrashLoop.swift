/// Finds flags that end the app again and again at its start.
///
/// Such a flag cannot be taken back by the server, whose answer the app does not live to hear.
enum CrashLoop {
  /// The flags that people were exposed to in both of the last two runs, when both died in front of a person within ten
  /// seconds.
  ///
  /// - Parameter runs: The earlier runs, newest first.
  static func suspects(in runs: [PastRun]) -> Set<ExactString> {
    guard runs.count >= 2, runs.prefix(2).allSatisfy(\.diedAtStart) else { return [] }
    return runs[0].exposedKeys.intersection(runs[1].exposedKeys)
  }
}
