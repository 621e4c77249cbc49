extension FlagDefinition: Hashable {
  /// Whether two definitions are the same document; every text is compared as its bytes.
  public static func == (left: FlagDefinition, right: FlagDefinition) -> Bool {
    left.key.hasSameBytes(as: right.key) && left.json == right.json
  }

  /// Hashes the key and the document.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactString(key))
    hasher.combine(json)
  }
}
