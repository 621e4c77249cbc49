import Foundation
import HTTP
import SerinFlags
import Store
import StoreSQLite
import Testing

@testable import Server

@Suite struct FirstStartTests {
  @Test func aSecondStartMakesNothingNew() async throws {
    let fixture = try await Fixture()
    let again = try await FirstStart(store: fixture.store).run(seed: nil)
    #expect(again.projectKey == nil)
    #expect(again.clientKey == nil)
    #expect(again.adminToken == nil)
  }

  @Test func withoutASeedThereIsADefaultProjectWithThreeEnvironments() async throws {
    let fixture = try await Fixture(seed: nil)
    let projects = await fixture.control(.get, "/api/v1/projects")
    #expect(projects["projects"]?[0]?["key"] == "default")
    #expect(
      projects["projects"]?[0]?["environments"]?.arrayValue?.map { $0["key"] }
        == ["development", "staging", "production"])
    #expect(await fixture.evaluate("/v1/evaluate", "{}")["flags"] == [])
  }

  @Test func aBadSeedIsRefusedByPathAndNothingIsMade() async throws {
    let folder = NSTemporaryDirectory() + "serin-first-start-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try await SQLiteStore.open(folder: folder, auditKey: Array(repeating: 1, count: 32))
    let seed: JSONValue = ["schema": 1, "project": "shop", "flags": ["x": ["kind": "release"]]]
    let problem = await #expect(throws: Problem.self) { try await FirstStart(store: store).run(seed: seed) }
    #expect(problem?.errors.map(\.path) == ["flags.x.owner"])
    #expect(try await store.projects().isEmpty)
    await store.close()
  }

  @Test func aLostAdministratorsTokenCanBeReplaced() async throws {
    let fixture = try await Fixture()
    let result = try await FirstStart(store: fixture.store).run(seed: nil, newAdminToken: true)
    let token = try #require(result.adminToken)
    let server = try await fixture.anotherServer()
    #expect(await Fixture.send(to: server, .get, "/api/v1/projects", token: token).status == 200)
  }
}
