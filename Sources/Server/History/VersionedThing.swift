import SerinFlags
import Store

/// A flag or a segment as one environment has it, of two halves that have versions of their own: its own fields, and an
/// item of the environment.
protocol VersionedThing: Sendable {
  /// A version of its own fields.
  associatedtype Fields: AuthoredVersion

  /// What it is, as errors name it: `flag`.
  static var noun: String { get }
  /// What its item is.
  static var kind: ItemKind { get }
  /// The lowest version that an item may have: 0 where an environment may have none.
  static var firstItem: Int64 { get }

  var key: String { get }
  /// The id of its item.
  var itemID: String { get }
  /// Its two halves; an item only where the environment has one.
  var halves: (fields: Fields.Record, item: ItemRecord?) { get }
  var environment: EnvironmentRecord { get }
  var versions: VersionPair { get }
  /// The members that people edit.
  var editable: JSONObject { get }
  /// It as answers have it.
  var json: JSONValue { get }
  /// What the list of its versions says of it beside who made it so.
  var summary: JSONObject { get }

  /// Puts it together.
  /// - Throws: a stored half that cannot be read.
  init(_ fields: Fields.Record, _ item: ItemRecord?, in environment: EnvironmentRecord) throws(Problem)

  /// Reads versions of its own fields, newest first.
  func fields(_ window: HistoryWindow, from store: any ConfigurationStore) async throws(StoreError) -> [Fields]

  /// What differs from another version of it; everything for nil.
  func changes(since earlier: Self?) -> [StructuralDiff.Change]
}
