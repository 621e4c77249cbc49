import Foundation
import Testing

@testable import SerinCommand

@Suite struct MasterKeyTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "serin-master-key-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder + "/master.key")
  }

  @Test func isMadeOnceForItsOwnerOnlyAndReadAfterwards() throws {
    try withFolder { path in
      let made = try MasterKey(path: path, mayCreate: true)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let read = try MasterKey(path: path, mayCreate: true)
      #expect(read.derived(for: "audit") == made.derived(for: "audit"))
      #expect(read.derived(for: "audit") != read.derived(for: "validators"))
      let folder = (path as NSString).deletingLastPathComponent
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["master.key"])
    }
  }

  @Test func isNotMadeBesideADatabaseThatHasAnother() throws {
    try withFolder { path in
      let failure = #expect(throws: CommandFailure.self) { try MasterKey(path: path, mayCreate: false) }
      #expect(failure?.exit == .configuration)
      #expect(failure?.message.contains("is missing") == true)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test(arguments: [0, 31, 33])
  func mustHaveItsSize(size: Int) throws {
    try withFolder { path in
      try Data(count: size).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      let failure = #expect(throws: CommandFailure.self) { try MasterKey(path: path, mayCreate: true) }
      #expect(failure?.exit == .configuration)
      #expect(failure?.message.contains("32 bytes") == true)
    }
  }

  @Test func mustBeItsOwnersAlone() throws {
    try withFolder { path in
      try Data(count: 32).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      let failure = #expect(throws: CommandFailure.self) { try MasterKey(path: path, mayCreate: true) }
      #expect(failure?.message.contains("chmod 600") == true)
    }
  }

  @Test func whatAnEarlierCrashLeftBehindIsNotInTheWay() throws {
    try withFolder { path in
      try Data(count: 3).write(to: URL(fileURLWithPath: path + ".1"))
      _ = try MasterKey(path: path, mayCreate: true)
    }
  }

  @Test func aFolderThatIsNotThereIsNamed() {
    let failure = #expect(throws: CommandFailure.self) {
      try MasterKey(path: "/nonexistent-serin/master.key", mayCreate: true)
    }
    #expect(failure?.exit == .cannotCreate)
    #expect(failure?.message.contains("/nonexistent-serin/master.key") == true)
  }
}
