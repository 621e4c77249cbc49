/// A few ids of a segment, written out in its document.
public struct IDCondition: DocumentPart {
  /// The ids; compared as their exact bytes.
  public var ids: [String]
  /// The attribute that is looked for; nil for the user's id, else the device's id.
  public var by: String?

  /// The most ids that a document holds itself; longer lists are kept beside it, see ``ListReference``.
  public static let maximumIDs = 10_000

  /// Creates a condition.
  public init(_ ids: [String], by: String? = nil) {
    self.ids = ids
    self.by = by
  }

  /// The condition as documents write it.
  public var json: JSONValue {
    var object: JSONObject = ["list": .array(ids.map { .string($0) })]
    if let by { object["by"] = .string(by) }
    return .object(object)
  }
}

/// A list of up to five million ids that is kept beside the document.
public struct ListReference: DocumentPart {
  /// The digest of the list's content, in hexadecimal digits; it names the list.
  public var digest: String
  /// How many ids it has.
  public var count: Int64
  /// The attribute that is looked for; nil for the user's id, else the device's id.
  public var by: String?

  /// Creates a reference.
  public init(digest: String, count: Int64, by: String? = nil) {
    self.digest = digest
    self.count = count
    self.by = by
  }

  /// The condition as documents write it.
  public var json: JSONValue {
    var object: JSONObject = ["digest": .string(digest), "count": .number(Double(count))]
    if let by { object["by"] = .string(by) }
    return ["listed": .object(object)]
  }
}
