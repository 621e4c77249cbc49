/// A Swift source file as it was read.
package struct SourceFile: Sendable {
  /// Its path below the folder that is looked through, with `/` between the parts.
  package let path: String
  /// What it holds; bytes that are no UTF-8 are taken as they are.
  package let bytes: [UInt8]

  /// Creates a file.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Creates a file from its text.
  package init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}
