import Foundation
import SerinLock
import Testing

@testable import Serin

/// A device that was not unlocked since it started: the app may run, its files cannot be read.
@Suite struct LockedStorageTests {
  private let transport = ScriptedTransport()
  private let bench: Bench
  private let files = FaultyFiles()

  init() async throws {
    bench = try Bench(transport)
    let flags = bench.client()
    try await flags.refresh()
    flags.close()
    files.faults.withLock { $0.reading = .notPermitted }
  }

  /// A client that follows the lifecycle on the locked device.
  private func lockedClient() async throws -> FeatureFlags {
    let flags = bench.client { $0.files = files }
    flags.start()
    try await until("the client follows the lifecycle") { bench.lifecycle.followerCount == 1 }
    return flags
  }

  @Test func nothingIsSentOrWritten() async throws {
    let file = try bench.storedFile()
    let flags = try await lockedClient()
    #expect(flags.get("a") == nil)
    #expect(flags.state.origin == .code)
    let refreshing = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(refreshing?.code == 0)
    flags.setDeviceID("d1")
    flags.setAttributes(["plan": "pro"])
    let identifying = await #expect(throws: FeatureFlagsError.self) { try await flags.identify("bob") }
    #expect(identifying?.code == 0)
    try await bench.advance(by: 3 * 3600, flags)
    #expect(transport.requests.count == 1)
    #expect(files.writes.count == 0)
    #expect(files.quickWrites.count == 0)
    #expect(try bench.storedFile() == file)
  }

  @Test @MainActor func unlockingBringsTheStoredFlagsAsOneChange() async throws {
    let flags = try await lockedClient()
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    files.faults.withLock { $0.reading = nil }
    bench.lifecycle.enter(.storageAvailable)
    try await until("the stored flags are there") { flags.get("a") != nil }
    try await bench.settle(flags)
    #expect(flags.get("a")?.origin == .stored)
    #expect(listener.changes.map(\.cause) == [.storage])
    #expect(listener.changes.first?.changedKeys == ["a"])
    // No session has begun, so nothing is asked for.
    #expect(transport.requests.count == 1)
    try await flags.refresh()
    #expect(transport.requests.count == 2)
  }

  @Test func theFirstActivationUnlocksToo() async throws {
    let flags = try await lockedClient()
    files.faults.withLock { $0.reading = nil }
    transport.goOffline()
    bench.lifecycle.enter(.active)
    try await until("the stored flags are there") { flags.get("a") != nil }
    try await until("flags are asked for") { transport.requests.count == 2 }
  }

  @Test func aFileThatStaysUnreadableIsOneWarningAndMemory() async throws {
    let flags = try await lockedClient()
    transport.answer(.answer([.flag("b")]))
    bench.lifecycle.enter(.active)
    try await until("the server's flags are there") { flags.get("b") != nil }
    flags.close()
    #expect(files.writes.count == 0)
    #expect(bench.log.all.filter { $0.contains("memory only") }.count == 1)
  }

  @Test @MainActor func flagsThatAreAPartOfTheAppAreThereFromTheStart() async throws {
    let bundled = SnapshotSource(
      FlagsSnapshot([FeatureFlag(key: "a", isEnabled: false), FeatureFlag(key: "bundled", isEnabled: true)]))
    let flags = bench.client(sources: [.remote, bundled]) { $0.files = files }
    #expect(flags.isEnabled("bundled", default: false))
    #expect(!flags.isEnabled("a", default: true))
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    flags.start()
    try await until("the client follows the lifecycle") { bench.lifecycle.followerCount == 1 }
    files.faults.withLock { $0.reading = nil }
    bench.lifecycle.enter(.storageAvailable)
    try await until("the stored flags are there") { flags.isEnabled("a", default: false) }
    try await bench.settle(flags)
    #expect(listener.changes.map(\.changedKeys) == [["a"]])
    flags.close()
  }
}
