import Foundation
import Testing

@testable import Serin

@Suite struct StorageLocationTests {
  typealias Storage = FeatureFlags.Configuration.Storage

  @Test(
    arguments: [
      (["XDG_STATE_HOME": "/var/state", "HOME": "/home/alice"], "/var/state/serin"),
      (["HOME": "/home/alice"], "/home/alice/.local/state/serin"),
      (["XDG_STATE_HOME": "relative", "HOME": "/home/alice"], "/home/alice/.local/state/serin"),
      (["XDG_STATE_HOME": "", "HOME": "/home/alice"], "/home/alice/.local/state/serin"),
      ([:], nil), (["HOME": ""], nil),
    ] as [([String: String], String?)])
  func theStateFolderFollowsTheBaseDirectorySpecification(_ environment: [String: String], _ folder: String?) {
    #expect(Storage.stateFolder(environment) == folder)
  }

  @Test func aFolderMustBeAFileURL() throws {
    #expect(Storage.directory(URL(fileURLWithPath: "/tmp/flags")).folder == "/tmp/flags")
    #expect(Storage.directory(try #require(URL(string: "https://flags.example/x"))).folder == nil)
    #expect(Storage.memory.folder == nil)
  }
}
