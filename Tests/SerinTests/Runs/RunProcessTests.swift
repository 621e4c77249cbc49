import Foundation
import SerinLock
import TestSockets
import Testing

@testable import Serin

/// Real processes that end in every way there is, and what the next start knows of them.
@Suite struct RunProcessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func client() -> FeatureFlags {
    var configuration = FeatureFlags.Configuration(
      baseURL: URL(fileURLWithPath: "/"), applicationCode: "shop", clientKey: "srn_client_key")
    configuration.storage = .directory(folder.url)
    return FeatureFlags(configuration)
  }

  @Test(arguments: [
    ("active", "kill", PreviousExit.Kind.unexplained), ("active", "abort", .unexplained),
    ("active", "trap", .unexplained), ("active", "terminate", .unexplained), ("active", "quick", .unexplained),
    ("active", "exit", .clean),
    ("active", "fail", .clean), ("active", "close", .clean), ("active", "return", .clean),
    ("active,background", "kill", .inBackground), ("active,background", "abort", .inBackground),
    ("active,background", "terminate", .inBackground), ("active,background", "exit", .clean),
    ("active,background,active", "abort", .unexplained), ("background", "kill", .inBackground),
    ("", "kill", .inBackground), ("", "abort", .inBackground), ("", "exit", .clean),
  ])
  func theNextStartKnowsHowTheProcessEnded(_ phases: String, _ end: String, _ kind: PreviousExit.Kind) throws {
    try ProbeProcess("SerinRunProbe", ["end", folder.url.path, phases, end]).waitForEnd()
    let flags = client()
    #expect(flags.monitor.previousExit?.kind == kind)
    flags.close()
  }

  /// SDK-32, hardest test 11: nothing that the client began keeps a process alive that has closed it.
  @Test func aProcessThatHasClosedItsClientEnds() throws {
    let probe = try ProbeProcess("SerinRunProbe", ["end", folder.url.path, "active", "hang"])
    #expect(probe.nextOutput() == "closed\n")
    let start = Date()
    probe.waitForEnd()
    // A second is what it must take; a busy machine gets some more.
    #expect(Date().timeIntervalSince(start) < 10)
  }

  @Test func aStartBesideALivingProcessRunsFromMemory() throws {
    let probe = try ProbeProcess("SerinRunProbe", ["end", folder.url.path, "active", "live"])
    #expect(probe.nextOutput() == "ready\n")
    let beside = client()
    #expect(beside.engine.runs.isTaken)
    #expect(beside.monitor.previousExit == nil)
    beside.close()
    try probe.endInput()
    probe.waitForEnd()
    let after = client()
    #expect(!after.engine.runs.isTaken)
    #expect(after.monitor.previousExit?.kind == .unexplained)
    after.close()
  }

  @Test func theProcessIsOverWithinASecondOfTheCloseThoughTheServerNeverAnswers() async throws {
    // A machine with other work may take longer; code that waits for the server, or for a timer, always does.
    var shortest = TimeInterval.infinity
    for _ in 0..<3 where shortest >= 1 {
      let server = try SocketServer { _, _ in nil }
      let probe = try ProbeProcess("SerinRunProbe", ["close", folder.url.path, server.url().absoluteString])
      let stream = try await eventually("the stream is asked for") {
        server.requests.firstIndex { $0.line.contains("/v1/stream") }
      }
      server.push(SocketServer.eventStreamHead, to: stream)
      server.push(SocketServer.chunk("event: changed\ndata: {\"epoch\""), to: stream)
      try await until("flags are asked for") { server.requests.contains { $0.line.contains("/v1/evaluate") } }
      try probe.endInput()
      #expect(probe.nextOutput() == "closing\n")
      let start = Date()
      probe.waitForEnd()
      shortest = min(shortest, Date().timeIntervalSince(start))
    }
    #expect(shortest < 1)
  }

  @Test func aProcessThatDiesTwiceAtItsStartIsACrashLoop() throws {
    for _ in 0..<2 { try ProbeProcess("SerinRunProbe", ["end", folder.url.path, "active", "abort"]).waitForEnd() }
    let flags = client()
    let runs = flags.engine.runs.state.withLock { $0.history.runs }
    #expect(runs.count == 2)
    #expect(runs.map(\.diedAtStart) == [true, true])
    flags.close()
  }
}
