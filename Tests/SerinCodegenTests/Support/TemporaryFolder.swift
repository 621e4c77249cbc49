import Foundation

/// A folder that is removed with the object.
final class TemporaryFolder: Sendable {
  private let root: String

  init() {
    root = NSTemporaryDirectory() + "serin-codegen-tests-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  func path(_ name: String) -> String { name.isEmpty ? root : "\(root)/\(name)" }
}
