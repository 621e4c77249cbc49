import Foundation
import Serin
import SerinFirebase
import SerinLock
import SerinTesting
import Testing

@Suite struct StorageTests {
  private let bench = FirebaseBench(["a": "true"])
  private let folder = Folder()

  private func launch(user: String = "alice", app: String = "1:123:ios:abc") -> FeatureFlags {
    bench.client(user: user) {
      $0.folder = folder.url
      $0.appID = app
    }
  }

  // SDK-01 and SDK-02: what was fetched in one launch is there in the next, at once and without a network.
  @Test func theNextLaunchHasTheFlagsAtOnceAndTheInstallation() async throws {
    try await launch().refresh()
    bench.clock.advance(by: 3599, frozen: true)
    let second = launch()
    #expect(second.isEnabled("a", default: false))
    try await second.refresh()
    #expect(bench.firebase.requests.count == 2, "the interval outlives the launch")
    bench.clock.advance(by: 1, frozen: true)
    try await launch().refresh()
    #expect(bench.firebase.registrations.count == 1)
    #expect(bench.firebase.fetches.count == 2)
    #expect(bench.firebase.fetches[1].headers["If-None-Match"] == "etag-2")
    bench.firebase.change { $0.isOffline = true }
    bench.clock.advance(by: 23 * 3600, frozen: true)
    let offline = launch()
    #expect(await offline.refreshCode() == 0)
    #expect(offline.isEnabled("a", default: false))
    bench.clock.advance(by: 3600, frozen: true)
    #expect(launch().get("a") == nil, "flags are used for a day")
  }

  @Test func withoutAFolderNothingIsKept() async throws {
    try await bench.client().refresh()
    #expect(bench.client().get("a") == nil)
  }

  @Test func theFilesAreForTheAppsEyesOnlyAndNothingElseIsLeft() async throws {
    try await launch().refresh()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(names == ["firebase-config.json", "firebase-installation.json"])
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test(arguments: ["", "{", "[]", "{}", #"{"format":1}"#, #"{"format":2,"of":{},"content":{}}"#])
  func damagedFilesCostARequestAndNothingMore(_ text: String) async throws {
    try await launch().refresh()
    for name in ["firebase-config.json", "firebase-installation.json"] {
      try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
    }
    let flags = launch()
    #expect(flags.get("a") == nil)
    try await flags.refresh()
    #expect(flags.isEnabled("a", default: false))
    #expect(bench.firebase.registrations.count == 2)
  }

  @Test func anotherAppsFilesAreNotUsed() async throws {
    try await launch().refresh()
    let other = launch(app: "1:123:ios:other")
    #expect(other.get("a") == nil)
    try await other.refresh()
    #expect(bench.firebase.registrations.count == 2)
  }

  @Test func beforeTheFirstUnlockNoOtherInstallationIsRegistered() async throws {
    try await launch().refresh()
    let files = LockableFiles()
    files.isLocked.withLock { $0 = true }
    let flags = bench.client {
      $0.folder = folder.url
      $0.files = files
    }
    #expect(await flags.refreshCode() == 0)
    #expect(bench.firebase.requests.count == 2)
    files.isLocked.withLock { $0 = false }
    try await flags.refresh()
    #expect(flags.isEnabled("a", default: false))
    #expect(bench.firebase.registrations.count == 1)
  }

  @Test func aFolderThatCannotBeWrittenLeavesTheFlagsInMemory() async throws {
    let flags = bench.client { $0.folder = URL(fileURLWithPath: "/dev/null/folder") }
    try await flags.refresh()
    #expect(flags.isEnabled("a", default: false))
  }
}
