import Foundation
import Testing

@testable import Serin

@Suite struct StoredFlagsTests {
  /// A bench whose app has run before and stored flag `a` for alice.
  private func usedBench(_ transport: ScriptedTransport) async throws -> Bench {
    let bench = try Bench(transport)
    let flags = bench.client()
    try await flags.refresh()
    flags.engine.store.waitUntilWritten(atMost: 60)
    flags.close()
    return bench
  }

  @Test func theFirstReadingHasTheStoredValues() async throws {
    let transport = ScriptedTransport { _, _ in .answer(revision: 7, [.flag("a", properties: ["n": 3])]) }
    let bench = try await usedBench(transport)
    transport.goOffline()
    let flags = bench.client()
    #expect(flags.get("a")?.number(forProperty: "n", default: 0) == 3)
    #expect(flags.get("a")?.origin == .stored)
    #expect(flags.state.origin == .stored)
    #expect(flags.state.revision == 7)
    #expect(flags.state.confirmedAt == bench.clock.now)
    await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(flags.isEnabled("a", default: false))
  }

  @Test func everyLaunchHasWhatTheLastOneFetched() async throws {
    let transport = ScriptedTransport { _, index in .answer(revision: Double(index), [.flag("v\(index)")]) }
    let bench = try Bench(transport)
    for index in 0..<50 {
      let flags = bench.client()
      if index > 0 { #expect(flags.snapshot.all.map(\.key) == ["v\(index - 1)"]) }
      try await flags.refresh()
      #expect(flags.snapshot.all.map(\.key) == ["v\(index)"])
      flags.close()
    }
  }

  @Test func storedFlagsAreOnlyForTheUserTheyWereAskedFor() async throws {
    let transport = ScriptedTransport()
    let bench = try await usedBench(transport)
    transport.goOffline()
    #expect(bench.client(user: "bob").get("a") == nil)
    #expect(bench.client(user: nil).get("a") == nil)
    #expect(bench.client(user: "alice").get("a") != nil)
  }

  @Test func storedFlagsAreOnlyForTheApplicationAndKeyTheyWereAskedFor() async throws {
    let bench = try await usedBench(ScriptedTransport())
    #expect(bench.client { $0.applicationCode = "other" }.get("a") == nil)
    #expect(bench.client { $0.clientKey = "srn_other_key" }.get("a") == nil)
  }

  @Test func anotherAddressOrOtherAttributesKeepTheStoredFlags() async throws {
    let bench = try await usedBench(ScriptedTransport())
    #expect(bench.client { $0.baseURL = URL(string: "https://proxy.example/flags")! }.get("a") != nil)
    #expect(bench.client { $0.context.attributes = ["appVersion": "2"] }.get("a") != nil)
  }

  @Test func aFullAnswerReplacesTheStoredOneWhole() async throws {
    let transport = ScriptedTransport { _, _ in .answer([.flag("a"), .flag("archived")]) }
    let bench = try await usedBench(transport)
    transport.answer(.answer(revision: 2, [.flag("a")]))
    let flags = bench.client()
    #expect(flags.get("archived") != nil)
    try await flags.refresh()
    #expect(flags.get("archived") == nil)
    flags.close()
    #expect(bench.client().get("archived") == nil)
  }

  @Test(arguments: [
    FlagResponse.text(#"{"flags":[1,2]}"#), .text("<html>"), FlagResponse(status: 500), FlagResponse(status: 401),
    .answer(revision: 2, [.flag("a", false)], undecided: []),
  ])
  func nothingButAWholeAnswerReplacesTheFile(_ response: FlagResponse) async throws {
    let transport = ScriptedTransport { _, _ in .answer(tag: "W/\"1\"") }
    let bench = try await usedBench(transport)
    let file = try bench.storedFile()
    transport.answer(response)
    let flags = bench.client()
    _ = try? await flags.refresh()
    flags.close()
    #expect(try bench.storedFile() == file)
  }

  @Test func aValidEmptyAnswerClearsTheFile() async throws {
    let transport = ScriptedTransport()
    let bench = try await usedBench(transport)
    transport.answer(.answer(revision: 2, []))
    let flags = bench.client()
    try await flags.refresh()
    flags.close()
    let relaunched = bench.client()
    #expect(relaunched.get("a") == nil)
    #expect(relaunched.state.origin == .stored)
  }

  @Test func theServersCacheHeadersDoNotMatter() async throws {
    let transport = ScriptedTransport { _, _ in
      let answer = FlagResponse.answer()
      return FlagResponse(status: 200, headers: ["Cache-Control": "no-store", "Expires": "0"], body: answer.body)
    }
    let bench = try await usedBench(transport)
    #expect(bench.client().isEnabled("a", default: false))
  }

  @Test(arguments: ["", "\u{0}\u{1}garbage", "{", #"{"format":99,"flags":[]}"#, #"{"format":1}"#])
  func aFileThatMakesNoSenseIsReplaced(_ content: String) async throws {
    let transport = ScriptedTransport()
    let bench = try await usedBench(transport)
    let file = try #require(bench.answerFiles.first)
    try Data(content.utf8).write(to: file)
    let flags = bench.client()
    #expect(flags.get("a") == nil)
    #expect(flags.state.origin == .code)
    try await flags.refresh()
    flags.close()
    #expect(bench.client().isEnabled("a", default: false))
  }

  @Test func aLargeAnswerGoesToAFile() async throws {
    let text = String(repeating: "x", count: 5 * 1024 * 1024)
    let transport = ScriptedTransport { _, _ in .answer([.flag("big", properties: ["text": .string(text)])]) }
    let bench = try await usedBench(transport)
    #expect(bench.client().get("big")?.string(forProperty: "text", default: "").utf8.count == 5 * 1024 * 1024)
  }

  @Test func whereNothingCanBeWrittenTheClientRunsFromMemory() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let file = bench.folder.url.appendingPathComponent("a file, not a folder")
    try Data().write(to: file)
    let flags = bench.client {
      $0.storage = .directory(file)
      $0.isRefreshThrottled = false
    }
    for _ in 0..<3 {
      try await flags.refresh()
      flags.engine.store.waitUntilWritten(atMost: 10)
    }
    #expect(flags.isEnabled("a", default: false))
    #expect(bench.log.all.filter { $0.contains("memory only") }.count <= 1)
    #expect(bench.log.count == 1)
  }

  @Test func memoryStorageLeavesNoTrace() async throws {
    let bench = try Bench(ScriptedTransport())
    let flags = bench.client { $0.storage = .memory }
    try await flags.refresh()
    flags.close()
    #expect(bench.folder.files.isEmpty)
    #expect(bench.client { $0.storage = .memory }.get("a") == nil)
  }

  @Test func anAppExtensionReadsWhatTheAppStoredAndSendsNothing() async throws {
    let transport = ScriptedTransport()
    let bench = try await usedBench(transport)
    let files = FaultyFiles()
    let flags = bench.client {
      $0.role = .appExtension
      $0.files = files
    }
    flags.start()
    #expect(flags.isEnabled("a", default: false))
    let refreshing = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(refreshing?.code == 0)
    let identifying = await #expect(throws: FeatureFlagsError.self) { try await flags.identify("bob") }
    #expect(identifying?.code == 0)
    #expect(flags.get("a") == nil)
    #expect(await flags.ready(within: 1000).origin == .code)
    #expect(transport.requests.count == 1)
    #expect(files.writes.count == 0)
    #expect(files.quickWrites.count == 0)
  }
}
