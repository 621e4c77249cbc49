import Foundation
import Testing

@testable import Serin

@Suite struct AssignmentTests {
  private enum Ranking: String { case control, treatment }

  private let experiment = Experiment<Ranking>(
    .experiment("ranking", owner: "search", expires: "2099-01-01"), control: .control)
  private let server = EventServer([.flag("ranking", variation: "treatment")])
  private let bench: Bench
  private let told = Recorder<FlagEvent>()

  init() throws { bench = try Bench(server) }

  private func client(user: String? = "alice") async throws -> FeatureFlags {
    try await bench.seeingClient(user: user) { [told] configuration in
      configuration.onEvent = { told.add($0) }
      configuration.allowsOverrides = true
    }
  }

  private func assigned(_ flags: FeatureFlags) async throws -> [JSONValue] {
    try await bench.advanceEvents(by: 30, flags)
    return server.events("experiment_assigned")
  }

  @Test func theFirstAssignmentTellsTheServerAndTheApp() async throws {
    let flags = try await client()
    for _ in 0..<20 { #expect(flags.assignment(in: experiment).arm == .treatment) }
    let event = try #require(try await assigned(flags).first)
    #expect(event["experiment"] == "ranking")
    #expect(event["variant"] == "treatment")
    #expect(event["units"]?["userID"] == "alice")
    #expect(event["revision"] == 1)
    #expect(server.events.count == 1)
    #expect(
      told.all == [
        FlagEvent(name: "experiment_assigned", parameters: ["experiment": "ranking", "variant": "treatment"])
      ])
  }

  @Test func onceForAnExperimentUnitAndArmAcrossLaunches() async throws {
    for _ in 0..<3 {
      let flags = try await client()
      _ = flags.assignment(in: experiment)
      #expect(try await assigned(flags).count == 1)
      flags.close()
    }
    let bob = try await client(user: "bob")
    _ = bob.assignment(in: experiment)
    #expect(try await assigned(bob).count == 2)
    bob.close()
    server.answer(.answer(revision: 2, [.flag("ranking", variation: "control")]))
    let other = try await client()
    _ = other.assignment(in: experiment)
    #expect(try await assigned(other).count == 3)
  }

  @Test func whoDoesNotTakePartTellsNobody() async throws {
    let flags = try await client()
    flags.overrides.set(FlagOverride(isEnabled: true, variation: "control"), for: "ranking")
    #expect(flags.assignment(in: experiment).arm == .control)
    let unknown = Experiment<Ranking>(.experiment("unknown", owner: "search", expires: "2099-01-01"), control: .control)
    #expect(flags.assignment(in: unknown).isEnrolled == false)
    #expect(try await assigned(flags).isEmpty)
    #expect(told.all.isEmpty)
  }

  @Test func theMemoryIsBoundedAndHoldsNoID() throws {
    let path = bench.folder.url.appendingPathComponent("experiments.json").path
    let memory = ExperimentMemory(path: path, isReadOnly: false, files: SystemFiles())
    let units = EventUnits(userID: "alice@example.com", deviceID: nil)
    for index in 0..<1005 { memory.remember("e\(index)", arm: "on", units: units) }
    let next = ExperimentMemory(path: path, isReadOnly: false, files: SystemFiles())
    #expect(next.isNew("e4", arm: "on", units: units))
    #expect(!next.isNew("e5", arm: "on", units: units))
    #expect(next.isNew("e5", arm: "off", units: units))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("alice"))
    #expect(text.utf8.count < 64 * 1024)
  }

  @Test func aDamagedMemoryIsAnEmptyOne() throws {
    let path = bench.folder.url.appendingPathComponent("experiments.json").path
    for text in ["", "x", "[]", #"{"reported":[1,null]}"#] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let memory = ExperimentMemory(path: path, isReadOnly: false, files: SystemFiles())
      #expect(memory.isNew("e", arm: "on", units: EventUnits(userID: nil, deviceID: "d")))
    }
  }
}
