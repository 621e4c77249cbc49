/// Swift source that declares the flags of a document.
package struct GeneratedSource: Sendable, Hashable {
  /// The text of the file; it ends with a line feed.
  package let text: String
  /// What somebody should know about the document, in words; nothing of it stops the build.
  package let warnings: [String]

  /// The text as the bytes of a file.
  package var bytes: [UInt8] { Array(text.utf8) }
}
