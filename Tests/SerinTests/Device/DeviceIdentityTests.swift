import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct DeviceIdentityTests {
  private let transport = ScriptedTransport()
  private let bench: Bench
  private let files = FaultyFiles()

  init() throws { bench = try Bench(transport) }

  private func client(
    user: String? = nil, device: String? = nil, _ configure: (inout FeatureFlags.Configuration) -> Void = { _ in }
  ) -> FeatureFlags {
    bench.client(user: user, device: device) {
      $0.mintsDeviceID = true
      $0.files = files
      configure(&$0)
    }
  }

  private var file: URL {
    get throws { try #require(bench.folder.files.first { $0.lastPathComponent == "device" }) }
  }

  /// The id of one run of the app.
  private func idOfARun(_ configure: (inout FeatureFlags.Configuration) -> Void = { _ in }) throws -> String {
    let flags = client(configure)
    defer { flags.close() }
    return try #require(flags.context.deviceID)
  }

  @Test func theFirstStartMakesARandomIdWhichLaterStartsHave() throws {
    let id = try idOfARun()
    #expect(UUID(uuidString: id) != nil)
    #expect(try idOfARun() == id)
    let other = try DeviceIdentityTests()
    #expect(try other.idOfARun() != id)
  }

  @Test func everyRequestIsForTheDevice() async throws {
    let flags = client()
    try await flags.refresh()
    let id = try #require(flags.context.deviceID)
    #expect(try transport.requests.map { try $0.context } == [FlagContext(deviceID: id)])
  }

  @Test func theIdSurvivesSignInAndSignOut() async throws {
    let flags = client()
    let id = flags.context.deviceID
    try await flags.identify("alice")
    #expect(flags.context.deviceID == id)
    try await flags.identify(nil)
    #expect(flags.context.deviceID == id)
  }

  @Test func theIdIsOfTheApplicationAndNotOfTheEnvironmentOrUser() throws {
    let id = try idOfARun()
    #expect(try idOfARun { $0.clientKey = "srn_staging" } == id)
    #expect(try idOfARun { $0.context.userID = "bob" } == id)
    #expect(try idOfARun { $0.applicationCode = "other" } != id)
  }

  @Test func theAppsOwnIdCountsAndNoneIsMade() {
    #expect(client(device: "d1").context.deviceID == "d1")
    #expect(!bench.folder.files.contains { $0.lastPathComponent == "device" })
  }

  @Test func anEmptyIdOfTheAppIsNone() {
    #expect(client(device: "").context.deviceID?.isEmpty == false)
  }

  @Test func noneIsMadeWhenTheAppDoesNotWantIt() {
    #expect(client { $0.mintsDeviceID = false }.context.deviceID == nil)
    #expect(!bench.folder.files.contains { $0.lastPathComponent == "device" })
  }

  @Test func aDeletedFileIsAnotherDevice() throws {
    let id = try idOfARun()
    try FileManager.default.removeItem(at: file)
    #expect(try idOfARun() != id)
  }

  @Test(arguments: ["", "garbage", #"{"format":1}"#, #"{"format":1,"deviceID":""}"#, #"{"format":2,"deviceID":"x"}"#])
  func aDamagedFileIsAnotherDeviceAndLogged(_ text: String) throws {
    let id = try idOfARun()
    try Data(text.utf8).write(to: file)
    let next = try idOfARun()
    #expect(next != id)
    #expect(bench.log.all.filter { $0.contains("damaged") }.count == 1)
    #expect(bench.log.all.allSatisfy { !$0.contains(next) && !$0.contains(id) })
    #expect(try idOfARun() == next)
  }

  @Test func onlyTheOwnerMayReadTheFile() throws {
    _ = try idOfARun()
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func beforeTheFirstUnlockAnIdStandsInAndNothingIsSentOrWritten() async throws {
    let id = try idOfARun()
    let writes = files.writes.count + files.quickWrites.count
    files.faults.withLock { $0.reading = .notPermitted }
    let flags = client()
    flags.start()
    try await until("the client follows the lifecycle") { bench.lifecycle.followerCount == 1 }
    let standIn = try #require(flags.context.deviceID)
    #expect(standIn != id)
    flags.monitor.increment("a")
    let refreshing = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(refreshing?.code == 0)
    // A user without a file of flags is no way around it.
    let identifying = await #expect(throws: FeatureFlagsError.self) { try await flags.identify("bob") }
    #expect(identifying?.code == 0)
    #expect(transport.requests.isEmpty)
    #expect(files.writes.count + files.quickWrites.count == writes)
    files.faults.withLock { $0.reading = nil }
    bench.lifecycle.enter(.storageAvailable)
    try await until("the old id is back") { flags.context.deviceID == id }
    try await flags.refresh()
    #expect(try transport.requests.map { try $0.context } == [FlagContext(userID: "bob", deviceID: id)])
    flags.close()
    #expect(try idOfARun() == id)
  }

  @Test func flagsThatCanBeReadAreNoReasonToAskWithAnIdThatStandsIn() async throws {
    let id = try idOfARun()
    files.faults.withLock { $0.reading = .notPermitted }
    // Only the device's file cannot be read.
    let path = try file.path
    files.beforeReading.withLock { [files] in
      $0 = { now in files.faults.withLock { $0.reading = now == path ? .notPermitted : nil } }
    }
    let flags = client()
    await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    flags.setUserID("carol")
    #expect(transport.requests.isEmpty)
    #expect(flags.context.deviceID != id)
    flags.close()
  }

  @Test func anIdThatTheAppSetsWhileLockedStays() async throws {
    _ = try idOfARun()
    files.faults.withLock { $0.reading = .notPermitted }
    let flags = client()
    flags.start()
    try await until("the client follows the lifecycle") { bench.lifecycle.followerCount == 1 }
    flags.setDeviceID("d1")
    files.faults.withLock { $0.reading = nil }
    bench.lifecycle.enter(.active)
    try await until("flags are there") { flags.get("a") != nil }
    #expect(flags.context.deviceID == "d1")
    #expect(try transport.requests.map { try $0.context.deviceID } == ["d1"])
    flags.close()
  }

  @Test func aFolderThatCannotBeWrittenMakesAnIdInMemoryAndOneWarning() async throws {
    files.faults.withLock { $0.writing = .notPermitted }
    let flags = client()
    let id = try #require(flags.context.deviceID)
    try await flags.refresh()
    flags.engine.store.waitUntilWritten(atMost: 60)
    #expect(flags.get("a") != nil)
    flags.close()
    #expect(bench.log.count == 1)
    #expect(try idOfARun() != id)
  }

  @Test func aDiskThatFailsForAMomentDoesNotMakeAnotherDevice() throws {
    let id = try idOfARun()
    files.faults.withLock { $0.reading = .failed(code: 5, reason: "input/output error") }
    #expect(try idOfARun() != id)
    #expect(bench.log.all.filter { $0.contains("memory only") }.count == 1)
    files.faults.withLock { $0.reading = nil }
    #expect(try idOfARun() == id)
  }

  @Test func memoryStorageMakesAnIdForTheRun() throws {
    let ids = try [idOfARun { $0.storage = .memory }, idOfARun { $0.storage = .memory }]
    #expect(ids[0] != ids[1])
    #expect(bench.folder.files.isEmpty)
  }

  @Test func anAppExtensionHasTheAppsIdAndMakesNone() throws {
    let before = client { $0.role = .appExtension }
    #expect(before.context.deviceID == nil)
    let id = try idOfARun()
    #expect(client { $0.role = .appExtension }.context.deviceID == id)
  }
}
