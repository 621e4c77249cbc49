/// Flags that are always the same, for any context: part of the app, or of a test.
public struct SnapshotSource: FlagSource {
  /// The source's name.
  public let name: String
  private let snapshot: FlagsSnapshot

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - snapshot: The flags.
  ///   - name: The source's name, for several such sources.
  public init(_ snapshot: FlagsSnapshot, name: String = "snapshot") {
    self.snapshot = snapshot
    self.name = name
  }

  /// The flags; they never become too old.
  public func stored(for context: FlagContext) -> FlagAnswer? {
    FlagAnswer(flags: snapshot.all, confirmedAt: nil)
  }

  /// Nothing new.
  public func answer(for context: FlagContext, validator: String?) async throws -> FlagAnswer? { nil }
}
