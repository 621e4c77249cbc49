import SerinFlags
import Store
import Testing

@Suite struct AuditContractTests {
  @Test(arguments: StoreFactory.all)
  func anEditLeavesOneRowForEachEnvironmentItTouches(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      try await store.createFlag("a", document: #"{"rules":[]}"#)
      let rows = try await store.audit(chain: Shop.id, after: 1, object: nil, limit: 100)
      #expect(rows.map(\.sequence) == [2, 3, 4])
      #expect(rows.map(\.environmentID) == Shop.environmentIDs)
      #expect(rows.map(\.revision) == [1, 1, 1])
      #expect(rows.allSatisfy { $0.before == nil && $0.chain == Shop.id && $0.at == clock.now })
      for row in rows {
        let after = try JSONValue(parsing: Array((row.after ?? "").utf8), options: .control)
        #expect(after["flag"]?["key"] == "a")
        #expect(after["flag"]?["owner"] == "payments-team")
        #expect(after["flag"]?["propertyTypes"]?["button_color"]?["type"] == "string")
        #expect(after["items"]?.arrayValue?.count == 1)
        #expect(after["items"]?[0]?["environment"]?.stringValue == row.environmentID)
        #expect(after["items"]?[0]?["document"] == ["rules": []])
        #expect(after["items"]?[0]?["version"] == 1)
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func aRowTellsWhoWhatWhyAndWhatWasThereBefore(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createFlag("a", document: #"{"n":12345678901234567890}"#)
      let entry = AuditEntry(
        actor: "token:eve", via: "panel", action: "flag.kill", object: "flag:f_a", reason: "it \"burns\"\n",
        requestID: "r-9")
      var edit = Edit(audit: entry)
      edit.items = [Shop.kill("a")]
      let commit = try await store.commit(Change(chain: Shop.id, edits: [edit]))
      let row = try #require(try await store.audit(chain: Shop.id, after: 4, object: nil, limit: 2).first)
      #expect(row.entry == entry)
      #expect([row.sequence] == commit.auditSequences)
      #expect(row.revision == 2)
      #expect(row.environmentID == Shop.production)
      let before = try JSONValue(parsing: Array((row.before ?? "").utf8), options: .lenient)
      let after = try JSONValue(parsing: Array((row.after ?? "").utf8), options: .lenient)
      #expect(before["items"]?[0]?["killed"] == false)
      #expect(after["items"]?[0]?["killed"] == true)
      #expect(before["flag"] == nil)
      // The document is there as it was written, not as a parser rounds it.
      #expect(row.after?.contains(#""document":{"n":12345678901234567890}"#) == true)
    }
  }

  @Test(arguments: StoreFactory.all)
  func anEditThatTouchesNoEnvironmentLeavesOneRow(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createFlag("a")
      try await store.write("flag.edit") { edit in
        edit.flag = FlagWrite(flag: Shop.flag("a", description: "new"), expects: .version(1))
      }
      let rows = try await store.audit(chain: Shop.id, after: 4, object: nil, limit: 100)
      #expect(rows.count == 1)
      #expect(rows.first?.environmentID == .some(nil))
      #expect(rows.first?.revision == .some(nil))
      #expect(rows.first?.before?.contains(#""description":"""#) == true)
      #expect(rows.first?.after?.contains(#""description":"new""#) == true)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aDocumentThatIsNotJSONIsLoggedAsText(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createFlag("a", document: #"},"killed":false,{"#)
      let row = try #require(try await store.audit(chain: Shop.id, after: 1, object: nil, limit: 1).first)
      let after = try JSONValue(parsing: Array((row.after ?? "").utf8), options: .control)
      #expect(after["items"]?[0]?["document"] == .string(#"},"killed":false,{"#))
    }
  }

  @Test(arguments: StoreFactory.all)
  func rowsArePagedAndFoundByTheirObject(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      for key in ["a", "b", "c"] { try await store.createFlag(key) }
      let all = try await store.audit(chain: Shop.id, after: 0, object: nil, limit: 100)
      #expect(all.map(\.sequence) == Array(1...10))
      let page = try await store.audit(chain: Shop.id, after: 3, object: nil, limit: 4)
      #expect(page == Array(all[3..<7]))
      let ofB = try await store.audit(chain: Shop.id, after: 0, object: "flag:f_b", limit: 100)
      #expect(ofB == Array(all[4..<7]))
      #expect(try await store.audit(chain: Shop.id, after: 5, object: "flag:f_b", limit: 1) == [all[5]])
      #expect(try await store.audit(chain: Shop.id, after: 0, object: nil, limit: 0).isEmpty)
      #expect(try await store.audit(chain: Shop.id, after: 0, object: nil, limit: -1).isEmpty)
      #expect(try await store.audit(chain: "instance", after: 0, object: nil, limit: 9).isEmpty)
    }
  }

  @Test(arguments: StoreFactory.all)
  func eachChainHasItsOwnNumbers(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createFlag("a")
      var edit = Shop.edit("token.create", object: "token:t") { $0.token = .create(Shop.token("t", kind: .server)) }
      edit.audit.via = "setup"
      let commit = try await store.commit(Change(chain: "instance", edits: [edit]))
      #expect(commit.auditSequences == [1])
      for chain in [Shop.id, "instance", "never used"] {
        #expect(try await store.firstBrokenAuditRow(chain: chain) == nil)
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func aLongChainIsWhole(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createFlag("a")
      let edits = (0..<1_200).map { number in
        Shop.edit("x") { $0.items = [Shop.item("a", document: "\(number)", expects: .present)] }
      }
      let commit = try await store.commit(Change(chain: Shop.id, edits: edits))
      #expect(commit.auditSequences == Array(5...1_204))
      #expect(try await store.audit(chain: Shop.id, after: 0, object: nil, limit: 5_000).count == 1_204)
      #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    }
  }
}
