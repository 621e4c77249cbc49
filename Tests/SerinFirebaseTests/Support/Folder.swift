import Foundation

/// A folder of the test's own, removed with the last reference.
final class Folder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("serin-firebase-\(UUID().uuidString)")

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
