/// A part of a document, which is the same as another when their JSON is: every text is compared as its bytes.
///
/// The comparison that the compiler would make takes canonically equivalent texts for equal, which draws and look-ups
/// keep apart.
public protocol DocumentPart: Sendable, Hashable {
  /// The part as it stands in a document.
  var json: JSONValue { get }
}

extension DocumentPart {
  /// Whether two parts are the same in a document.
  public static func == (left: Self, right: Self) -> Bool { left.json == right.json }

  /// Hashes the part as it stands in a document.
  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}
