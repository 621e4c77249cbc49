internal import SerinFlags

/// How large what is known of code may be: stated once, for the server that refuses and for whoever sends.
package enum CodeReferenceLimits {
  /// The most places of one scan.
  package static let places = 20_000
  /// The longest path of a file, in bytes.
  package static let fileBytes = 1_000
  /// The longest text of a line, in bytes.
  package static let snippetBytes = 4_000
  /// The largest number of a line or column.
  package static let number: Int64 = 1_000_000_000
  /// The largest request that carries a scan, in bytes.
  package static let requestBytes = 32 * 1024 * 1024
  /// What a place may be called.
  package static let kinds = CodeReferenceKind.allCases.map(\.rawValue)
}
