import Foundation
import Testing

@testable import Serin

@Suite struct SuspectFlagsTests {
  private static let keys = ["new", "experiment", "switch", "ops", "permission", "undeclared", "other"]
  private static let declared: [FlagKey] = [
    .declared("new"), .declared("experiment", .experiment), .declaredSwitch("switch"), .declared("ops", .ops),
    .declared("permission", .permission),
  ]

  private let transport = ScriptedTransport { _, _ in .answer(SuspectFlagsTests.keys.map { .flag($0) }) }
  private let bench: Bench

  init() throws {
    bench = try Bench(transport)
  }

  /// A client of a third start, after two that ended in a crash with all flags but one.
  private func client(
    _ configure: (inout FeatureFlags.Configuration) -> Void = { _ in }
  ) async throws -> FlagEngine {
    let first = bench.client()
    try await first.refresh()
    first.close()
    transport.goOffline()
    var configuration = first.engine.configuration
    configuration.declared = Self.declared
    configuration.isRefreshThrottled = false
    configuration.allowsOverrides = true
    configure(&configuration)
    return FlagEngine(configuration, suspects: Set(Self.keys.dropLast().map(ExactString.init)))
  }

  private func refresh(_ engine: FlagEngine) async throws {
    _ = try await engine.wait(.anyUser) { engine.refresh($0) }
  }

  @Test func releasesAndExperimentsGiveTheirDefaultAndAllElseIsAsStored() async throws {
    let engine = try await client()
    for key in ["new", "experiment", "undeclared"] {
      #expect(engine.board.flag(key) == nil)
      #expect(engine.board.details(key).reason == .crashLoop)
    }
    for key in ["switch", "ops", "permission", "other"] { #expect(engine.board.flag(key)?.origin == .stored) }
  }

  @Test(arguments: [true, false])
  func aFreshAnswerEndsIt(_ isEnabled: Bool) async throws {
    let engine = try await client()
    transport.answer(.answer(revision: 2, Self.keys.map { .flag($0, isEnabled) }))
    try await refresh(engine)
    #expect(engine.board.flag("new")?.isEnabled == isEnabled)
    #expect(engine.board.flag("undeclared")?.isEnabled == isEnabled)
  }

  @Test func anAnswerThatIsStillTheSameEndsItToo() async throws {
    transport.answer(.answer(Self.keys.map { .flag($0) }, tag: "W/\"1\""))
    let engine = try await client()
    transport.answer(.notModified)
    try await refresh(engine)
    #expect(engine.board.flag("new")?.origin == .remote)
  }

  @Test func aFailedRequestDoesNotEndIt() async throws {
    let engine = try await client()
    for status in [500, 401] {
      transport.answer(FlagResponse(status: status))
      try? await refresh(engine)
    }
    #expect(engine.board.details("new").reason == .crashLoop)
  }

  @Test func aPartialAnswerEndsItForTheFlagsThatItDecides() async throws {
    let engine = try await client()
    transport.answer(.answer(revision: 2, [.flag("new")], undecided: ["experiment", "other"]))
    try await refresh(engine)
    #expect(engine.board.flag("new") != nil)
    #expect(engine.board.details("experiment").reason == .crashLoop)
  }

  @Test func anOverrideBeatsIt() async throws {
    let engine = try await client()
    _ = engine.changeOverrides { $0[ExactString("new")] = FlagOverride(isEnabled: true) }
    #expect(engine.board.isEnabled("new") == true)
  }

  @Test func otherSourcesDoNotBringTheFlagBack() async throws {
    let configuration = try await client().configuration
    let bundled = SnapshotSource(FlagsSnapshot([FeatureFlag(key: "new", isEnabled: true)]))
    let engine = FlagEngine(configuration, sources: [.remote, bundled], suspects: [ExactString("new")])
    #expect(engine.board.flag("new") == nil)
  }

  @Test func itCanBeSwitchedOff() async throws {
    let engine = try await client { $0.guardsAgainstCrashLoops = false }
    for key in Self.keys { #expect(engine.board.flag(key) != nil) }
  }
}
