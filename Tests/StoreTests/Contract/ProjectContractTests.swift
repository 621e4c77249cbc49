import Store
import Testing

@Suite struct ProjectContractTests {
  @Test(arguments: StoreFactory.all)
  func aProjectIsCreatedWithItsEnvironmentsByTheStoresClock(factory: StoreFactory) async throws {
    let clock = TestClock(1_700_000_000_123)
    try await factory.withStore(clock: clock) { store in
      let commit = try await store.openShop()

      #expect(commit.at == clock.now)
      #expect(commit.environments.isEmpty)
      #expect(commit.auditSequences == [1])
      #expect(
        try await store.projects() == [
          ProjectRecord(id: Shop.id, key: "shop", name: "Shop", createdAt: clock.now)
        ])
      let environments = try await store.environments(projectID: Shop.id)
      #expect(environments.map(\.id) == Shop.environmentIDs)
      #expect(environments.map(\.key) == ["development", "staging", "production"])
      #expect(environments.map(\.number) == [1, 2, 3])
      #expect(environments.allSatisfy { $0.revision == 0 && $0.digest == .zero && $0.createdAt == clock.now })
      #expect(try await store.epoch() == 1)
    }
  }

  @Test(arguments: StoreFactory.all)
  func projectsAreListedByTheBytesOfTheirKeys(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      for key in ["b", "Z", "a", "ä", "B"] {
        try await store.write { $0.project = .create(ProjectRecord(id: "p_\(key)", key: key, name: key, createdAt: 0)) }
      }
      #expect(try await store.projects().map(\.key) == ["B", "Z", "a", "b", "ä"])
    }
  }

  @Test(arguments: StoreFactory.all)
  func aProjectsKeyAndIdAreTakenOnce(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      await expectError(.duplicate(object: "project:shop")) { () throws(StoreError) in
        try await store.write {
          $0.project = .create(ProjectRecord(id: "p_other", key: "shop", name: "", createdAt: 0))
        }
      }
      await expectError(.duplicate(object: "project:\(Shop.id)")) { () throws(StoreError) in
        try await store.write { $0.project = .create(ProjectRecord(id: Shop.id, key: "other", name: "", createdAt: 0)) }
      }
      #expect(try await store.projects().count == 1)
    }
  }

  @Test(arguments: StoreFactory.all)
  func anEnvironmentNeedsItsProjectAndAFreeKeyIdAndNumber(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      let cases: [(EnvironmentRecord, StoreError)] = [
        (
          EnvironmentRecord(id: "e_x", number: 0, projectID: "p_none", key: "qa", position: 9, createdAt: 0),
          .notFound(object: "project:p_none")
        ),
        (
          EnvironmentRecord(id: "e_x", number: 0, projectID: Shop.id, key: "staging", position: 9, createdAt: 0),
          .duplicate(object: "environment:staging")
        ),
        (
          EnvironmentRecord(id: Shop.staging, number: 0, projectID: Shop.id, key: "qa", position: 9, createdAt: 0),
          .duplicate(object: "environment:\(Shop.staging)")
        ),
        (
          EnvironmentRecord(id: "e_x", number: 2, projectID: Shop.id, key: "qa", position: 9, createdAt: 0),
          .duplicate(object: "environment number 2")
        ),
      ]
      for (environment, error) in cases {
        await expectError(error) { () throws(StoreError) in
          try await store.write { $0.environments = [.create(environment)] }
        }
      }
      try await store.write { edit in
        edit.environments = [
          .create(EnvironmentRecord(id: "e_x", number: 70, projectID: Shop.id, key: "qa", position: -1, createdAt: 0))
        ]
      }
      let environments = try await store.environments(projectID: nil)
      #expect(environments.map(\.key) == ["qa", "development", "staging", "production"])
      #expect(environments.first?.number == 70)
    }
  }

  @Test(arguments: StoreFactory.all)
  func whatAKeyBelongsToIsNotRemoved(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.write { $0.token = .create(Shop.token("t", kind: .server)) }
      let named = try #require(try await store.tokens(projectID: nil).first)
      let environment = try #require(named.environmentID)
      let key = try await store.environments(projectID: nil).first { $0.id == environment }?.key ?? ""
      await expectError(.refused(reason: "environment \"\(key)\" has keys that are not revoked")) {
        () throws(StoreError) in
        try await store.write { $0.environments = [.remove(id: environment)] }
      }
      await expectError(.refused(reason: "project \"shop\" has keys that are not revoked")) { () throws(StoreError) in
        try await store.write { $0.project = .remove(id: Shop.id) }
      }
      try await store.write { $0.token = .revoke(id: "t") }
      try await store.write { $0.environments = [.remove(id: environment)] }
      #expect(try await store.environments(projectID: nil).count == 2)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aNewEnvironmentCanGetItsItemsInTheSameEdit(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      let commit = try await store.write { edit in
        edit.environments = [
          .create(EnvironmentRecord(id: "e_x", number: 0, projectID: Shop.id, key: "qa", position: 3, createdAt: 0))
        ]
        edit.items = [Shop.item("a", in: "e_x", document: "{}", expects: .absent)]
      }
      #expect(commit.environments.map(\.id) == ["e_x"])
      #expect(commit.environments.map(\.revision) == [1])
      let delta = try await store.items(environmentID: "e_x", after: 0)
      #expect(delta.environment == commit.environments.first)
      #expect(delta.items == commit.items)
    }
  }
}
