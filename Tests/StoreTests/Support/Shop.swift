import Store

/// A project with three environments to begin with, and short ways to write changes to it.
enum Shop {
  static let id = "p_shopshopshopshop"
  static let development = "e_development00001"
  static let staging = "e_staging000000001"
  static let production = "e_production000001"
  static let environmentIDs = [development, staging, production]

  static func flag(
    _ key: String, id: String? = nil, projectID: String = Shop.id, description: String = "", tags: [String] = []
  ) -> FlagRecord {
    FlagRecord(
      id: id ?? flagID(key), projectID: projectID, key: key, kind: "release", owner: "payments-team",
      description: description, tags: tags, expiresOn: "2027-03-01",
      propertyTypes: #"{"button_color":{"type":"string"}}"#)
  }

  static func flagID(_ key: String) -> String { "f_\(key)" }

  static func item(
    _ key: String, in environmentID: String = production, document: String? = nil, isKilled: Bool? = nil,
    isGone: Bool? = nil, schema: Int64 = 1, expects: Expectation
  ) -> ItemWrite {
    ItemWrite(
      environmentID: environmentID, kind: .flag, id: flagID(key), schema: schema, document: document,
      isKilled: isKilled, isGone: isGone, expects: expects)
  }

  static func kill(_ key: String, in environmentID: String = production) -> ItemWrite {
    item(key, in: environmentID, isKilled: true, expects: .present)
  }

  static func token(_ id: String, kind: TokenKind = .client) -> TokenRecord {
    TokenRecord(
      id: id, kind: kind, projectID: Shop.id, environmentID: kind == .admin ? nil : production, name: "ios",
      secretHash: Array("hash of \(id)".utf8), publicValue: kind == .client ? "srn_client_\(id)_secretpart" : nil)
  }

  static func edit(
    _ action: String, object: String = "flag:f_new_checkout", actor: String = "token:admin", reason: String = "",
    _ configure: (inout Edit) -> Void
  ) -> Edit {
    var edit = Edit(
      audit: AuditEntry(
        actor: actor, via: "api", action: action, object: object, reason: reason, requestID: "req-1"))
    configure(&edit)
    return edit
  }
}

extension ConfigurationStore {
  /// Commits one edit to the shop's chain.
  @discardableResult
  func write(
    _ action: String = "test", object: String = "flag:f_new_checkout", actor: String = "token:admin",
    reason: String = "", _ configure: (inout Edit) -> Void
  ) async throws(StoreError) -> Commit {
    try await commit(
      Change(
        chain: Shop.id,
        edits: [Shop.edit(action, object: object, actor: actor, reason: reason, configure)]))
  }

  /// Creates the shop.
  @discardableResult
  func openShop() async throws(StoreError) -> Commit {
    try await write("project.create", object: "project:\(Shop.id)") { edit in
      edit.project = .create(ProjectRecord(id: Shop.id, key: "shop", name: "Shop", createdAt: 0))
      for (position, id) in Shop.environmentIDs.enumerated() {
        edit.environments.append(
          .create(
            EnvironmentRecord(
              id: id, number: 0, projectID: Shop.id, key: ["development", "staging", "production"][position],
              position: Int64(position), createdAt: 0)))
      }
    }
  }

  /// Creates a flag with an item in each environment.
  @discardableResult
  func createFlag(_ key: String, document: String = #"{"rules":[]}"#) async throws(StoreError) -> Commit {
    try await write("flag.create", object: "flag:\(Shop.flagID(key))") { edit in
      edit.flag = FlagWrite(flag: Shop.flag(key), expects: .absent)
      edit.items = Shop.environmentIDs.map { Shop.item(key, in: $0, document: document, expects: .absent) }
    }
  }

  /// Everything that can be read, to compare two moments.
  func dump() async throws -> StoreDump {
    var dump = StoreDump(
      projects: try await projects(), environments: try await environments(projectID: nil),
      tokens: try await tokens(projectID: nil))
    for project in dump.projects {
      dump.flags += try await flags(projectID: project.id)
      dump.segments += try await segments(projectID: project.id)
      dump.codeScans += try await codeScans(projectID: project.id)
      dump.audit += try await audit(chain: project.id, after: 0, object: nil, limit: 100_000)
    }
    for environment in dump.environments {
      for item in try await items(environmentID: environment.id, after: 0).items {
        dump.items.append(item)
        dump.itemVersions += try await itemHistory(
          environmentID: environment.id, kind: item.kind, id: item.id, versions: 1...10_000)
      }
    }
    for flag in dump.flags { dump.flagVersions += try await flagHistory(flagID: flag.id, versions: 1...10_000) }
    for segment in dump.segments {
      dump.segmentVersions += try await segmentHistory(segmentID: segment.id, versions: 1...10_000)
    }
    return dump
  }
}

/// Everything that can be read from a store.
struct StoreDump: Hashable {
  var projects: [ProjectRecord]
  var environments: [EnvironmentRecord]
  var tokens: [TokenRecord]
  var flags: [FlagRecord] = []
  var items: [ItemRecord] = []
  var itemVersions: [ItemVersion] = []
  var flagVersions: [FlagVersion] = []
  var segments: [SegmentRecord] = []
  var segmentVersions: [SegmentVersion] = []
  var codeScans: [CodeScanRecord] = []
  var audit: [AuditRecord] = []
}
