import Foundation
import SerinLock
import Testing

@testable import Serin

/// App extensions that read while the app writes, as processes of their own.
@Suite struct ExtensionReadersTests {
  /// Every so many answers one has five megabytes.
  private static let hugeEvery = isFullSize ? 200 : 20
  /// Ten thousand answers are a matter of minutes only when most of them are small.
  private static let largestCount = isFullSize ? 60 : 900

  /// Hardest test 12.
  @Test func extensionsAlwaysSeeOneWholeAnswerAndSendNothing() async throws {
    let transport = ScriptedTransport { _, index in
      // From one flag to some hundred kilobytes, and now and then what an app should not do.
      let count = index % 7 == 0 ? 1 : index * 37 % Self.largestCount + 1
      var properties: JSONObject = ["version": .number(Double(index)), "count": .number(Double(count))]
      if index % Self.hugeEvery == 1 {
        properties["text"] = .string(String(repeating: "x", count: 5 * 1024 * 1024 / count))
      }
      return .answer(revision: Double(index), (0..<count).map { .flag("f\($0)", properties: properties) })
    }
    let bench = try Bench(transport)
    // The extensions look at the real clock.
    bench.clock.setWall(to: Date())
    let app = bench.client { $0.isRefreshThrottled = false }
    try await app.refresh()
    app.engine.store.waitUntilWritten(atMost: 60)
    let readers = try (0..<4).map { _ in try ProbeProcess("SerinRunProbe", ["read", bench.folder.url.path]) }
    for reader in readers { #expect(reader.nextOutput() == "ready\n") }
    let replacements = isFullSize ? 10_000 : raceRounds(30)
    for _ in 0..<replacements {
      try await app.refresh()
      app.engine.store.waitUntilWritten(atMost: 60)
    }
    for reader in readers { try reader.endInput() }
    for reader in readers {
      let words = reader.waitForEnd().split(separator: " ").map { $0.trimmingCharacters(in: .newlines) }
      try #require(words.count == 8)
      #expect(try #require(Int(words[1])) > 0, "reads")
      #expect(words[3] == "0", "mixes of two answers")
      #expect(words[5] == "0", "requests")
      #expect(try #require(Int(words[7])) > 0, "refusals with code 0")
    }
    #expect(transport.requests.count == replacements + 1)
    app.close()
  }

  @Test func aFolderThatTurnsReadOnlyIsOneWarningInTheAppAndNoneInTheExtension() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let files = FaultyFiles()
    let app = bench.client {
      $0.files = files
      $0.mintsDeviceID = true
      $0.allowsOverrides = true
    }
    try await app.refresh()
    app.engine.store.waitUntilWritten(atMost: 60)
    files.faults.withLock { $0.writing = .notPermitted }
    transport.answer(.answer(revision: 2, [.flag("b")]))
    for attributes in [["n": 1], ["n": 2]] as [JSONObject] {
      app.setAttributes(attributes)
      try await app.refresh()
      app.engine.store.waitUntilWritten(atMost: 60)
    }
    #expect(app.get("b") != nil)
    // Whatever else would write finds the same, and nobody needs to hear it again.
    app.logImpression("b")
    app.overrides.set(FlagOverride(isEnabled: false), for: "c")
    app.monitor.increment("items")
    app.engine.runs.metrics.flush(at: bench.clock.now)
    app.engine.overrideStore.waitUntilWritten(atMost: 60)
    try await bench.settleEvents(app)
    #expect(app.get("c")?.origin == .override)
    #expect(app.engine.events.queue.count == 2)
    #expect(bench.log.count == 1, "\(bench.log.all)")
    let reader = bench.client {
      $0.role = .appExtension
      $0.files = files
    }
    #expect(reader.get("a") != nil)
    #expect(bench.log.count == 1)
    app.close()
  }
}
