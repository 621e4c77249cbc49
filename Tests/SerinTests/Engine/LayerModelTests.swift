import Foundation
import TestRandom
import Testing

@testable import Serin

/// Random sequences of everything that changes flags, against a model that computes them anew after every step.
@Suite struct LayerModelTests {
  private static let declared: [FlagKey] = [
    .declared("launch", .experiment, stability: .launch), .declared("session", stability: .session),
    .declaredSwitch("kill"), .declared("live"),
  ]

  @Test(arguments: 0..<20)
  func theFlagsInEffectAreThoseOfTheModel(_ block: Int) async throws {
    let count = raceRounds(5)
    for seed in (block * count)..<((block + 1) * count) {
      try await Self.run(seed: UInt64(seed))
    }
  }

  private static func run(seed: UInt64) async throws {
    let transport = ScriptedTransport()
    transport.goOffline()
    let bench = try Bench(transport)
    let source = TestSource { _, _ in throw TestSource.Unreachable() }
    var run = LayerRun(
      seed: seed, generator: SeededGenerator(seed: seed), transport: transport, source: source, bench: bench,
      flags: try await client(bench, source, user: "alice"))
    for _ in 0..<40 {
      try await run.doSomething()
      run.check()
    }
    run.flags.close()
  }

  static func client(_ bench: Bench, _ source: TestSource, user: String) async throws -> FeatureFlags {
    let flags = try await bench.activeClient(user: user, sources: [.overrides, .remote, source]) {
      $0.declared = declared
      $0.isRefreshThrottled = false
      $0.allowsOverrides = true
    }
    try await bench.settleSources(flags)
    return flags
  }
}
