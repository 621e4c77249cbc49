import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct AnswerStoreTests {
  private let folder: TemporaryFolder
  private let clock = TestClock()
  private let log = Recorder<FlagLogMessage>()

  init() throws { folder = try TemporaryFolder() }

  private func store(_ files: any StorageFiles = SystemFiles(), isReadOnly: Bool = false) -> AnswerStore {
    AnswerStore(folder: folder.url.path, files: files, isReadOnly: isReadOnly, clock: clock) { [log] in log.add($0) }
  }

  private func identity(_ user: String?) -> AnswerIdentity {
    AnswerIdentity(userID: user, applicationCode: "shop", clientKey: "key")
  }

  private func answer(_ key: String, revision: Double = 1) throws -> StoredAnswer {
    let json = JSONValue.answer(revision: revision, flags: [.flag(key)])
    return StoredAnswer(answer: try ServerAnswer(json: json, origin: .remote), confirmedAt: clock.now, validator: nil)
  }

  private func keys(_ loaded: AnswerStore.Loaded) -> [String]? {
    guard case .answer(let stored) = loaded else { return nil }
    return stored.answer.flags.map(\.key)
  }

  @Test func everyIdentityHasAFileOfItsOwn() throws {
    let store = store()
    try store.save(answer("a"), for: identity("alice"))
    try store.save(answer("b"), for: identity("bob"))
    try store.save(answer("n"), for: identity(nil))
    store.waitUntilWritten(atMost: 10)
    #expect(folder.files.count == 3)
    let again = self.store()
    #expect(keys(again.load(identity("alice"))) == ["a"])
    #expect(keys(again.load(identity("bob"))) == ["b"])
    #expect(keys(again.load(identity(nil))) == ["n"])
    #expect(keys(again.load(identity("carol"))) == nil)
  }

  @Test func atMostFourFilesAreKeptAndTheOldestGoes() throws {
    let store = store()
    for user in ["u1", "u2", "u3", "u4"] {
      try store.save(answer(user), for: identity(user))
      clock.advance(by: 60)
    }
    // u1 is confirmed again, so u2 is the oldest now.
    try store.save(answer("u1"), for: identity("u1"))
    clock.advance(by: 60)
    try store.save(answer("u5"), for: identity("u5"))
    store.waitUntilWritten(atMost: 10)
    #expect(folder.files.count == 4)
    let again = self.store()
    #expect(keys(again.load(identity("u2"))) == nil)
    for user in ["u1", "u3", "u4", "u5"] { #expect(keys(again.load(identity(user))) == [user]) }
  }

  @Test func aFileFromTheFutureOrWithoutSenseGoesFirst() throws {
    let store = store()
    try store.save(answer("u1"), for: identity("u1"))
    clock.advance(by: 60)
    var future = try answer("future")
    future.confirmedAt.addTimeInterval(3600)
    store.save(future, for: identity("future"))
    try store.save(answer("u2"), for: identity("u2"))
    try store.save(answer("u3"), for: identity("u3"))
    try store.save(answer("u4"), for: identity("u4"))
    store.waitUntilWritten(atMost: 10)
    #expect(keys(self.store().load(identity("future"))) == nil)
    #expect(keys(self.store().load(identity("u1"))) == ["u1"])
  }

  @Test func anotherApplicationsFilesAreLeftAlone() throws {
    let store = store()
    let other = AnswerIdentity(userID: "alice", applicationCode: "other", clientKey: "key")
    try store.save(answer("other"), for: other)
    for user in 0..<6 { try store.save(answer("a"), for: identity("u\(user)")) }
    store.waitUntilWritten(atMost: 10)
    #expect(keys(self.store().load(other)) == ["other"])
    #expect(folder.files.count == 5)
  }

  @Test func whatIsNotWrittenYetIsThereAlready() throws {
    let files = FaultyFiles()
    files.hang()
    let store = store(files)
    try store.save(answer("a"), for: identity("alice"))
    guard case .answer(let stored) = store.load(identity("alice")) else {
      Issue.record("an answer on its way to the disk is not found")
      return
    }
    #expect(stored.answer.flags.map(\.key) == ["a"])
    #expect(stored.answer.flags.map(\.origin) == [.stored])
    files.goOn()
    store.waitUntilWritten(atMost: 10)
    #expect(keys(self.store().load(identity("alice"))) == ["a"])
  }

  @Test func theLastAnswerWins() throws {
    let store = store()
    for revision in 1...200 {
      try store.save(answer("r\(revision)", revision: Double(revision)), for: identity("alice"))
    }
    store.waitUntilWritten(atMost: 10)
    #expect(keys(self.store().load(identity("alice"))) == ["r200"])
    #expect(folder.files.count == 1)
  }

  @Test func aFolderThatCannotBeWrittenIsOneWarning() throws {
    let files = FaultyFiles(.init(writing: .failed(code: 30, reason: "Read-only file system")))
    let store = store(files)
    for revision in 1...3 {
      try store.save(answer("a", revision: Double(revision)), for: identity("alice"))
      store.waitUntilWritten(atMost: 10)
    }
    #expect(log.all.map(\.level) == [.warning])
    #expect(log.all.first?.text.contains("Read-only file system") == true)
  }

  @Test func aFullDiskDoesNotLoseTheEarlierFile() throws {
    let files = FaultyFiles()
    let store = store(files)
    try store.save(answer("a"), for: identity("alice"))
    store.waitUntilWritten(atMost: 10)
    files.faults.withLock { $0.writing = .failed(code: 28, reason: "No space left on device") }
    try store.save(answer("b"), for: identity("alice"))
    store.waitUntilWritten(atMost: 10)
    #expect(keys(self.store().load(identity("alice"))) == ["a"])
    files.faults.withLock { $0.writing = nil }
    try store.save(answer("c"), for: identity("alice"))
    store.waitUntilWritten(atMost: 10)
    #expect(keys(self.store().load(identity("alice"))) == ["c"])
  }

  @Test func aReadOnlyStoreNeverWrites() throws {
    let files = FaultyFiles()
    let store = store(files, isReadOnly: true)
    try store.save(answer("a"), for: identity("alice"))
    store.waitUntilWritten(atMost: 10)
    #expect(files.writes.count == 0)
    #expect(folder.files.isEmpty)
  }

  @Test func notReadableIsNotAbsent() throws {
    let files = FaultyFiles(.init(reading: .notPermitted))
    guard case .locked = store(files).load(identity("alice")) else {
      Issue.record("a file that may not be read counts as absent")
      return
    }
    guard case .nothing = store().load(identity("alice")) else {
      Issue.record("a file that is not there counts as unreadable")
      return
    }
  }

  @Test func aDamagedFileIsReplacedByTheNextAnswer() throws {
    let first = store()
    try first.save(answer("a"), for: identity("alice"))
    first.waitUntilWritten(atMost: 10)
    try Data("\u{0}garbage".utf8).write(to: folder.files[0])
    let second = store()
    #expect(keys(second.load(identity("alice"))) == nil)
    try second.save(answer("b"), for: identity("alice"))
    second.waitUntilWritten(atMost: 10)
    #expect(keys(store().load(identity("alice"))) == ["b"])
  }

  @Test func leftoversOfAnInterruptedWriteAreRemoved() throws {
    let store = store()
    try store.save(answer("a"), for: identity("alice"))
    store.waitUntilWritten(atMost: 10)
    let leftover = URL(fileURLWithPath: folder.files[0].path + ".1-1.tmp")
    try Data("{".utf8).write(to: leftover)
    try store.save(answer("b"), for: identity("alice"))
    store.waitUntilWritten(atMost: 10)
    #expect(!FileManager.default.fileExists(atPath: leftover.path))
  }
}
