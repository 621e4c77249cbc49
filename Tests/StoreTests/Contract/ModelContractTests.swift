import Store
import TestRandom
import Testing

/// Random changes, applied to a store and to a model of a few dictionaries: afterwards both must say the same.
@Suite struct ModelContractTests {
  @Test(arguments: StoreFactory.all, [UInt64(11), 12, 13, 14, 15, 16])
  func randomChangesLeaveWhatTheModelLeaves(factory: StoreFactory, seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      var model = StoreModel()
      for _ in 0..<120 {
        clock.advance(by: Int64.random(in: 0...3, using: &generator))
        let change = Self.randomChange(using: &generator)
        let expected = model.apply(change, at: clock.now)
        let error = await errorOf { () throws(StoreError) in
          let commit = try await store.commit(change)
          #expect(commit.environments.map(\.id) == expected?.map(\.id))
          #expect(commit.environments.map(\.revision) == expected?.map(\.revision))
        }
        #expect((error == nil) == (expected != nil), "\(String(describing: error))")
      }
      for environmentID in Shop.environmentIDs {
        let delta = try await store.items(environmentID: environmentID, after: 0)
        let wanted = model.items.values.filter { $0.environmentID == environmentID }
        #expect(Set(delta.items) == Set(wanted))
        #expect(delta.environment.revision == model.revisions[environmentID] ?? 0)
        #expect(delta.environment.digest == wanted.recomputedDigest)
        for item in delta.items {
          let history = try await store.itemHistory(
            environmentID: environmentID, kind: .flag, id: item.id, versions: 1...1_000)
          #expect(history.map(\.item) == model.history[StoreModel.key(item.environmentID, item.id)])
        }
      }
      #expect(try await store.audit(chain: Shop.id, after: 1, object: nil, limit: 9_999).count == model.auditRows)
      #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    }
  }

  private static func randomChange(using generator: inout SeededGenerator) -> Change {
    let edits = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      Shop.edit("random") { edit in
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          edit.items.append(randomWrite(using: &generator))
        }
      }
    }
    return Change(chain: Shop.id, edits: edits)
  }

  private static func randomWrite(using generator: inout SeededGenerator) -> ItemWrite {
    let key = ["a", "b", "c"].randomElement(using: &generator) ?? "a"
    let expects: Store.Expectation =
      switch Int.random(in: 0...9, using: &generator) {
      case 0: .absent
      case 1: .version(Int64.random(in: 1...5, using: &generator))
      default: .present
      }
    return Shop.item(
      key, in: Shop.environmentIDs.randomElement(using: &generator) ?? Shop.staging,
      document: expects == .absent || Bool.random(using: &generator)
        ? "\(Int.random(in: 0...2, using: &generator))" : nil,
      isKilled: [nil, true, false].randomElement(using: &generator) ?? nil,
      isGone: [nil, nil, nil, true, false].randomElement(using: &generator) ?? nil,
      schema: Int64.random(in: 1...2, using: &generator), expects: expects)
  }
}

/// What a store must do with items, said as plainly as possible.
private struct StoreModel {
  var items: [String: ItemRecord] = [:]
  var history: [String: [ItemRecord]] = [:]
  var revisions: [String: Int64] = [:]
  var auditRows = 0

  static func key(_ environmentID: String, _ id: String) -> String { "\(environmentID)/\(id)" }

  /// Applies a change; gives the touched environments with their revisions, or nil when it must be refused.
  mutating func apply(_ change: Change, at: Int64) -> [(id: String, revision: Int64)]? {
    var next = self
    var touched: [String] = []
    for edit in change.edits {
      var touchedByEdit: Set<String> = []
      for write in edit.items {
        let key = Self.key(write.environmentID, write.id)
        let current = next.items[key]
        switch write.expects {
        case .absent: if current != nil { return nil }
        case .present: if current == nil { return nil }
        case .version(let version): if current?.version != version { return nil }
        }
        let revision = (revisions[write.environmentID] ?? 0) + 1
        guard let item = Self.written(write, on: current, revision: revision, at: at) else { continue }
        next.items[key] = item
        next.history[key, default: []].append(item)
        next.revisions[write.environmentID] = revision
        if !touched.contains(write.environmentID) { touched.append(write.environmentID) }
        touchedByEdit.insert(write.environmentID)
      }
      next.auditRows += touchedByEdit.count
    }
    self = next
    return touched.map { ($0, revisions[$0] ?? 0) }
  }

  private static func written(
    _ write: ItemWrite, on current: ItemRecord?, revision: Int64, at: Int64
  ) -> ItemRecord? {
    var item =
      current
      ?? ItemRecord(
        environmentID: write.environmentID, kind: .flag, id: write.id, version: 0, revision: 0, schema: 0,
        isKilled: false, isGone: false, document: "", digest: .zero, updatedAt: 0)
    if let document = write.document {
      item.document = document
      item.schema = write.schema
    }
    if let isKilled = write.isKilled { item.isKilled = isKilled }
    if let isGone = write.isGone { item.isGone = isGone }
    if item == current { return nil }
    item.version += 1
    item.revision = revision
    item.updatedAt = at
    item.digest = item.computedDigest
    return item
  }
}
