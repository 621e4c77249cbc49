import Foundation

/// A folder of the test's own, removed with the last reference.
///
/// A client may outlive it and then still write what it had begun to, into the folder made anew; so all of them are in
/// one folder, which is removed when the tests end.
final class TemporaryFolder: Sendable {
  private static let all: URL = {
    atexit { try? FileManager.default.removeItem(at: TemporaryFolder.all) }
    return FileManager.default.temporaryDirectory.appendingPathComponent("serin-tests-\(UUID().uuidString)")
  }()

  let url: URL

  init() throws {
    url = Self.all.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The files in it and in its folders, sorted by path.
  var files: [URL] {
    let found =
      FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    return found.filter { !$0.hasDirectoryPath && !isFolder($0) }.sorted { $0.path < $1.path }
  }

  private func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
