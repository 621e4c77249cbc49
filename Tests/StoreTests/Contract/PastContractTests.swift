import SerinFlags
import Store
import Testing

@Suite struct PastContractTests {
  @Test(arguments: StoreFactory.all)
  func whatAnEnvironmentHeldIsReadAtAnyInstant(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      var moments: [(at: Int64, delta: ItemDelta)] = []
      for step in 0..<8 {
        // Two changes of one instant in between: the last of them counts.
        if step != 4 { clock.advance(by: 1_000) }
        let commit =
          step < 3
          ? try await store.createFlag("f\(step)", document: #"{"step":\#(step)}"#)
          : try await store.write { edit in
            edit.items = [
              ItemWrite(
                environmentID: Shop.production, kind: .flag, id: Shop.flagID("f\(step % 3)"),
                document: #"{"step":\#(step)}"#, isKilled: step == 5, isGone: step == 7, expects: .present)
            ]
          }
        moments.append((commit.at, try await store.items(environmentID: Shop.production, after: 0)))
      }
      for (index, moment) in moments.enumerated() {
        if index + 1 < moments.count, moments[index + 1].at == moment.at { continue }
        let past = try await store.items(environmentID: Shop.production, at: moment.at, kind: nil)
        #expect(past == moment.delta)
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func beforeTheFirstChangeAndForAnotherKindThereIsNothing(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      let commit = try await store.createFlag("a")
      let before = try await store.items(environmentID: Shop.production, at: commit.at - 1, kind: nil)
      #expect(before.items == [])
      #expect(before.environment.revision == 0)
      #expect(before.environment.digest == .zero)
      let segments = try await store.items(environmentID: Shop.production, at: commit.at, kind: .segment)
      #expect(segments.items == [])
      #expect(segments.environment.revision == 1)
      await expectError(.notFound(object: "environment:e_none")) { () throws(StoreError) in
        _ = try await store.items(environmentID: "e_none", at: commit.at, kind: nil)
      }
    }
  }
}
