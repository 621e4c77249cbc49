/// One whole answer that never changes: every flag read from it belongs to the same moment.
///
/// It also stands in for the client in tests and previews:
///
/// ```swift
/// let flags = FlagsSnapshot(enabled: .newCheckout, disabled: [.payments])
/// ```
public struct FlagsSnapshot: FlagProvider {
  let table: FlagTable

  /// Creates a snapshot; when a key is given twice the last flag counts.
  public init(_ flags: [FeatureFlag] = []) {
    self.init(table: flags.isEmpty ? .empty : FlagTable(flags))
  }

  /// Creates a snapshot of declared flags without properties; a flag that is in both lists is off.
  ///
  /// - Parameters:
  ///   - enabled: The flags that are on.
  ///   - disabled: The flags that are off.
  public init(enabled: FlagKey..., disabled: [FlagKey] = []) {
    self.init(
      enabled.map { FeatureFlag(key: $0.name, isEnabled: true) }
        + disabled.map { FeatureFlag(key: $0.name, isEnabled: false) })
  }

  init(table: FlagTable) {
    self.table = table
  }

  /// Every flag, in the order of their keys' bytes.
  public var all: [FeatureFlag] { table.flags }

  /// The flag of exactly that key, or nil.
  public func get(_ key: String) -> FeatureFlag? {
    table.flag(key)
  }

  /// Whether the flag of that key is on; the default when the snapshot does not have it.
  public func isEnabled(_ key: String, default defaultValue: Bool) -> Bool {
    table.isEnabled(key) ?? defaultValue
  }

  /// Does nothing: a snapshot is always what it was.
  ///
  /// - Returns: Always ``RefreshOutcome/unchanged``.
  @discardableResult
  public func refresh() async throws -> RefreshOutcome { .unchanged }
}
