import Store
import Testing

@testable import Server

/// The rows that the audit log of a ``ControlWorld`` gets from now on, in all of its chains.
struct AuditWatch {
  /// A row that is new.
  struct Row {
    let record: AuditRecord
    /// `shop flag.kill flag in production via api`.
    let summary: String
  }

  private let store: any ConfigurationStore
  private let heads: [String: Int64]
  private let environments: [String: String]

  init(_ world: ControlWorld) async throws {
    store = world.fixture.store
    heads = try await world.auditHeads()
    environments = try await Self.environments(store)
  }

  private static func environments(_ store: any ConfigurationStore) async throws -> [String: String] {
    let all = try await store.environments(projectID: nil)
    return Dictionary(all.map { ($0.id, $0.key) }, uniquingKeysWith: { first, _ in first })
  }

  /// What has been written since.
  func news() async throws -> [Row] {
    let shop = try await store.projects().first { $0.key == "shop" }
    let now = try await Self.environments(store)
    var rows: [Row] = []
    for (chain, head) in try await store.auditHeads() {
      let name = chain == AuditChain.instance ? "instance" : chain == shop?.id ? "shop" : "new"
      let records = try await store.audit(chain: chain, after: heads[chain] ?? 0, object: nil, limit: 1000)
      #expect(records.last?.sequence ?? heads[chain] == head.sequence)
      for record in records {
        let environment = record.environmentID.map { environments[$0] ?? (now[$0] == nil ? $0 : "new") } ?? "-"
        let object = record.entry.object.prefix { $0 != ":" }
        rows.append(
          Row(
            record: record,
            summary: "\(name) \(record.entry.action) \(object) in \(environment) via \(record.entry.via)"))
      }
    }
    return rows
  }

  /// Whether each chain is as it was written.
  func isWhole() async throws -> Bool {
    for chain in try await store.auditHeads().keys where try await store.firstBrokenAuditRow(chain: chain) != nil {
      return false
    }
    return true
  }
}
