import Foundation

/// A file that is removed with the object.
final class TemporaryFile {
  let path: String

  init(_ text: String) throws {
    path = NSTemporaryDirectory() + "serin-command-tests-\(UUID().uuidString)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
