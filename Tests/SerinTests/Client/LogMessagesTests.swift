import Foundation
import SerinLock
import Testing

@testable import Serin

/// Decision 25: whatever goes wrong, a message holds no id, no key and no value of an attribute.
@Suite struct LogMessagesTests {
  private static let secrets = [
    "alice@example.com", "bob@example.com", "device-1234", "srn_client_key", "gold-plan", "served_key", "served text",
  ]

  private let files = FaultyFiles()
  private let bench: Bench
  private let transport = StreamTransport { _, _ in
    .answer([.flag("served_key", variation: "served text", properties: ["text": "served text"])])
  }

  init() throws { bench = try Bench(transport) }

  private func client(_ configure: (inout FeatureFlags.Configuration) -> Void = { _ in }) async throws -> FeatureFlags {
    try await bench.activeClient(user: "alice@example.com", sources: [.overrides, .remote, source]) {
      $0.context.deviceID = "device-1234"
      $0.context.attributes = ["plan": "gold-plan"]
      $0.files = files
      $0.isRefreshThrottled = false
      $0.random = { 0.5 }
      configure(&$0)
    }
  }

  /// Its errors, and those of the network, say more than a log must.
  private struct Telltale: Error, CustomStringConvertible {
    let description = LogMessagesTests.secrets.joined(separator: " ")
  }

  private let source = TestSource { _, _ in throw Telltale() }

  @Test func noMessageHoldsAnIDAKeyOrAValue() async throws {
    let flags = try await client()
    try await bench.settleSources(flags)
    try await transport.connection(0).refuse(500)
    let answers: [FlagResponse] = [
      FlagResponse(status: 401, body: Data("srn_client_key".utf8)), .text("served text"),
      .text(#"{"flags":[{"key":"served_key","served text":1}]}"#), .text(#"{"flags":[],"revision":"served text"}"#),
      .answer(revision: 0, []), FlagResponse(status: 302, headers: ["Location": "https://e.example/srn_client_key"]),
    ]
    for answer in answers {
      transport.answer(answer)
      await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    }
    transport.answer { _, _ in throw Telltale() }
    await #expect(throws: FeatureFlagsError.self) { try await flags.identify("bob@example.com") }
    flags.overrides.set(FlagOverride(isEnabled: true), for: "served_key")
    flags.logImpression("served_key")
    flags.monitor.increment(String(repeating: "served text", count: 20))
    flags.engine.events.flush(skipsPause: true)
    try await bench.settleEvents(flags)
    let second = try await client()
    second.close()
    flags.close()
    // Files that cannot be read or written, or hold rubbish.
    for file in bench.folder.files { try Data("served text".utf8).write(to: file) }
    try await client().close()
    files.faults.withLock { $0.writing = .failed(code: 28, reason: "No space left on device") }
    try await client { $0.allowsOverrides = true }.close()
    files.faults.withLock { $0 = FaultyFiles.Faults(reading: .failed(code: 5, reason: "Input/output error")) }
    try await client { $0.allowsOverrides = true }.close()
    #expect(bench.log.count > 15, "the test has seen too little: \(bench.log.all)")
    for text in bench.log.all {
      for secret in Self.secrets { #expect(!text.contains(secret), "\(text)") }
    }
  }
}
