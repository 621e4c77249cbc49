import Foundation
import SerinLock
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

  @Test func aProcessThatDiesTwiceAtItsStartIsACrashLoop() throws {
    for _ in 0..<2 { try ProbeProcess("SerinRunProbe", ["end", folder.url.path, "active", "abort"]).waitForEnd() }
    let flags = client()
    let runs = flags.engine.runs.state.withLock { $0.history.runs }
    #expect(runs.count == 2)
    #expect(runs.map(\.diedAtStart) == [true, true])
    flags.close()
  }
}
