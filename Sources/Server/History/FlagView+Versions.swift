import SerinFlags
import Store

extension FlagView: VersionedThing {
  static var noun: String { "flag" }
  static var kind: ItemKind { .flag }
  static var firstItem: Int64 { 1 }

  var key: String { flag.key }
  var itemID: String { flag.id }
  var halves: (fields: FlagRecord, item: ItemRecord?) { (flag, item) }

  var summary: JSONObject {
    [
      "killed": .bool(item.isKilled), "archived": .bool(flag.archivedAt != nil),
      "state": .string(flag.lifecycle.rawValue),
    ]
  }

  init(_ fields: FlagRecord, _ item: ItemRecord?, in environment: EnvironmentRecord) throws(Problem) {
    guard let item else {
      throw Problem(.internalError, "flag \"\(fields.key)\" has no item in environment \"\(environment.key)\"")
    }
    try self.init(flag: fields, item: item, environment: environment)
  }

  func fields(_ window: HistoryWindow, from store: any ConfigurationStore) async throws(StoreError) -> [FlagVersion] {
    try await store.flagHistory(flagID: flag.id, newest: window)
  }

  func changes(since earlier: FlagView?) -> [StructuralDiff.Change] {
    StructuralDiff(from: earlier?.document ?? [:], to: document).changes
  }
}
