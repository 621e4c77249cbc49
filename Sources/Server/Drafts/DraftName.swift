import SerinFlags

/// What a draft is of: a flag or a segment by its key, which need not exist yet.
struct DraftName: Sendable, Hashable {
  /// The kinds of things that are edited.
  enum Kind: String, Sendable, Hashable, CaseIterable {
    case flag, segment
  }

  let kind: Kind
  let key: String

  /// What a name looks like, for errors and the OpenAPI document.
  static let rule = "flag:KEY or segment:KEY"
  /// The longest key in bytes, that of imported documents.
  private static let maximumKeyBytes = 256

  /// Reads a name such as `flag:new_checkout`.
  /// - Throws: 422 when it is none.
  init(_ text: String) throws(Problem) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let kind = Kind(rawValue: parts[0]), !parts[1].isEmpty,
      parts[1].utf8.count <= Self.maximumKeyBytes, !parts[1].unicodeScalars.contains(where: { $0.value < 0x20 })
    else { throw Problem(path: "draft", message: "\"\(text)\" is not the name of a draft; it must be \(Self.rule)") }
    self.kind = kind
    key = parts[1]
  }

  var text: String { "\(kind.rawValue):\(key)" }
}
