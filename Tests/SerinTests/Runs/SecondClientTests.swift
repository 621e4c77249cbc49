import Foundation
import SerinLock
import Testing

@testable import Serin

/// Two clients that live at the same time on the same storage folder.
@Suite struct SecondClientTests {
  @Test func theSecondRunsFromMemoryAndWarns() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let first = bench.client { $0.mintsDeviceID = true }
    try await first.refresh()
    first.engine.store.waitUntilWritten(atMost: 60)
    let file = try bench.storedFile()
    let warnings = bench.log.count
    transport.answer(.answer(revision: 2, [.flag("b")]))
    let second = bench.client { $0.mintsDeviceID = true }
    #expect(bench.log.count == warnings + 1)
    #expect(bench.log.all.last?.contains("memory only") == true)
    // What is stored may be read.
    #expect(second.get("a")?.origin == .stored)
    #expect(second.context.deviceID == first.context.deviceID)
    #expect(second.monitor.previousExit == nil)
    try await second.refresh()
    #expect(second.get("b") != nil)
    second.close()
    #expect(try bench.storedFile() == file)
    #expect(bench.log.count == warnings + 1)
    #expect(first.get("b") == nil)
  }

  @Test func aFolderIsFreeOnceItsClientIsClosedOrGone() throws {
    let bench = try Bench(ScriptedTransport())
    bench.client().close()
    _ = bench.client()
    let third = bench.client()
    #expect(third.monitor.previousExit?.kind == .clean)
    #expect(bench.log.count == 0)
    third.close()
  }

  @Test func clientsOfAnotherEnvironmentOrApplicationAreIndependent() throws {
    let bench = try Bench(ScriptedTransport())
    let clients = [
      bench.client(), bench.client { $0.clientKey = "srn_other" }, bench.client { $0.applicationCode = "other" },
    ]
    #expect(bench.log.count == 0)
    clients.forEach { $0.close() }
  }

  @Test func oneFolderUnderTwoNamesIsOneFolder() throws {
    let bench = try Bench(ScriptedTransport())
    let link = bench.folder.url.appendingPathComponent("link")
    let real = bench.folder.url.appendingPathComponent("real")
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
    let first = bench.client { $0.storage = .directory(real) }
    let second = bench.client { $0.storage = .directory(link) }
    #expect(second.engine.runs.isTaken)
    first.close()
    second.close()
  }

  @Test func aFolderThatIsNotThereYetHasAName() throws {
    let folder = try TemporaryFolder()
    let real = LiveFolders.canonical(folder.url.path)
    #expect(LiveFolders.canonical(folder.url.path + "/a/b") == real + "/a/b")
    #expect(LiveFolders.canonical("/nowhere/at/all") == "/nowhere/at/all")
    #expect(LiveFolders.canonical("/") == "/")
  }

  @Test func onlyAProcessOfTheRecordsOwnTimeCountsAsAlive() throws {
    let app = try AppRuns()
    let first = app.start()
    first.enter(.active)
    LiveFolders.release(app.path, of: first.token)
    // This process is another one from now on; the earlier one lives.
    app.host.change {
      $0.processID = 200
      $0.processes[200] = 2
    }
    let second = app.start()
    #expect(second.isTaken)
    #expect(app.warnings.count == 1)
    LiveFolders.release(app.path, of: second.token)
    // The number has been given to a later process.
    app.host.change { $0.processes[100] = 3 }
    let third = app.start()
    #expect(third.previousExit?.kind == .unexplained)
    first.state.withLock { $0.access = .none }
    app.kill(third)
  }

  @Test func aRecordOfAnEarlierBootIsNoLivingProcess() throws {
    let app = try AppRuns()
    app.diesInFront(after: 1)
    app.host.change {
      $0.processID = 200
      $0.processes[200] = 2
      $0.boot = "boot-2"
    }
    #expect(app.start().previousExit?.kind == .rebooted)
  }

  @Test func theFolderOfTheAppIsNotTakenByItsExtensions() async throws {
    let bench = try Bench(ScriptedTransport())
    let app = bench.client()
    try await app.refresh()
    app.engine.store.waitUntilWritten(atMost: 60)
    let extensions = (0..<3).map { _ in bench.client { $0.role = .appExtension } }
    #expect(extensions.allSatisfy { $0.get("a") != nil })
    #expect(bench.log.count == 0)
    app.close()
  }

  @Test func theSecondLeavesEventsAndExperimentsToTheFirst() async throws {
    let server = EventServer([.flag("ranking", variation: "treatment")])
    server.treat(.offline)
    let bench = try Bench(server)
    let first = try await bench.seeingClient()
    first.logImpression("ranking")
    first.engine.events.flush()
    try await bench.settleEvents(first)
    // What an extension has left is the first one's to pick up.
    let appExtension = bench.client { $0.role = .appExtension }
    appExtension.logImpression("ranking")
    appExtension.close()
    try await bench.settleExtension(appExtension)
    let files = bench.eventFiles.sorted()
    #expect(files.contains { $0.hasSuffix(".batch") })

    let second = bench.client(user: "bob")
    #expect(second.engine.runs.isTaken)
    try await second.refresh()
    second.engine.events.collect()
    let experiment = Experiment<Arm>(
      .experiment("ranking", owner: "search", expires: "2099-01-01"), control: .control)
    #expect(second.assignment(in: experiment).isEnrolled)
    try await bench.settleEvents(second)
    #expect(second.engine.events.queue.count == 1)
    second.close()
    #expect(bench.eventFiles.sorted() == files)
    first.close()
  }

  private enum Arm: String { case control, treatment }
}
