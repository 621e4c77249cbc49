import Store
import Testing

@Suite struct TextContractTests {
  // Swift calls "é" and "e" with an accent equal; a document is its bytes.
  @Test(arguments: StoreFactory.all)
  func textsThatDifferOnlyInTheirBytesAreDifferent(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createFlag("a", document: "\"\u{E9}\"")
      let commit = try await store.write { edit in
        edit.flag = FlagWrite(flag: Shop.flag("a", description: "\u{E9}"), expects: .version(1))
        edit.items = [Shop.item("a", document: "\"e\u{301}\"", expects: .version(1))]
      }
      #expect(commit.items.map { Array($0.document.utf8) } == [Array("\"e\u{301}\"".utf8)])
      let again = try await store.write { edit in
        edit.flag = FlagWrite(flag: Shop.flag("a", description: "e\u{301}"), expects: .version(2))
      }
      #expect(again.flags.map(\.version) == [3])
      let stored = try await store.flag(projectID: Shop.id, key: "a")
      #expect(stored.map { Array($0.description.utf8) } == Array("e\u{301}".utf8))
    }
  }

  @Test(
    arguments: StoreFactory.all,
    [
      "", " ", "\"", "\\", "'; DROP TABLE item; --", "\u{1}\u{1F}\u{7F}", "👩‍👩‍👧‍👦", "\u{FEFF}", "\u{FFFD}\u{10FFFF}",
    ])
  func anyTextComesBackAsItWas(factory: StoreFactory, text: String) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.write(reason: text) { edit in
        edit.flag = FlagWrite(flag: Shop.flag("a", description: text, tags: [text, text]), expects: .absent)
        edit.items = [Shop.item("a", document: text, expects: .absent)]
      }
      let flag = try await store.flag(projectID: Shop.id, key: "a")
      #expect(flag.map { Array($0.description.utf8) } == Array(text.utf8))
      #expect(flag.map(\.tags) == [text, text])
      let item = try await store.item(environmentID: Shop.production, kind: .flag, id: "f_a")
      #expect(item.map { Array($0.document.utf8) } == Array(text.utf8))
      let audit = try await store.audit(chain: Shop.id, after: 1, object: nil, limit: 9)
      #expect(audit.map { Array($0.entry.reason.utf8) } == [Array(text.utf8)])
      #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aDocumentOfAMegabyteComesBackAsItWas(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      let document = "\"" + String(repeating: "ß", count: 500_000) + "\""
      try await store.openShop()
      try await store.write { $0.items = [Shop.item("a", document: document, expects: .absent)] }
      let item = try await store.item(environmentID: Shop.production, kind: .flag, id: "f_a")
      #expect(item?.document.utf8.count == document.utf8.count)
      #expect(item.map(\.computedDigest) == item?.digest)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aTextWithANULIsRefusedByItsName(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      let edits: [(Edit, String)] = [
        (
          Shop.edit("x") { $0.items = [Shop.item("a", document: "\"\0\"", expects: .absent)] },
          "edits[0].items[0].document"
        ),
        (
          Shop.edit("x") { $0.flag = FlagWrite(flag: Shop.flag("a", tags: ["ok", "\0"]), expects: .absent) },
          "edits[0].flag.tags"
        ),
        (Shop.edit("x", reason: "\0") { $0.token = .revoke(id: "t") }, "edits[0].audit.reason"),
      ]
      for (edit, field) in edits {
        let error = await errorOf { () throws(StoreError) in
          try await store.commit(Change(chain: Shop.id, edits: [edit]))
        }
        #expect(error == .failed(reason: "\(field) contains U+0000, which no text of a store may contain"))
      }
    }
  }
}
