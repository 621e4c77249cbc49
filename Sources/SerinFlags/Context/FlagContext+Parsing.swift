extension FlagContext {
  /// Reads a context straight from the body of a request: `{"context": {"userID": "alice", "attributes": {…}}}`.
  ///
  /// The short way of `JSONValue(parsing:options:)` and ``init(json:path:)``: it makes no values for the two outer
  /// objects. Whatever it gives is what the long way gives too. It only ever says yes: everything that is refused, and
  /// a few rare forms besides, is left to the long way, which has the words for it.
  ///
  /// - Parameters:
  ///   - body: The JSON text.
  ///   - options: How strictly JSON is read.
  /// - Returns: nil when the body must be read the long way.
  package init?(ordinaryBody body: [UInt8], options: JSONParsingOptions = .lenient) {
    let context = body.withUnsafeBytes { bytes in
      var parser = JSONParser(bytes: bytes, options: options)
      return parser.parseContextBody()
    }
    guard let context else { return nil }
    self = context
  }
}

extension JSONParser {
  private static let contextName = PackedName("context")

  /// The context in a body, or nil when the body is not of the ordinary form.
  fileprivate mutating func parseContextBody() -> FlagContext? {
    // The deepest of the three objects; with fewer levels allowed nothing is ordinary.
    guard maximumDepth >= 3 else { return nil }
    skipWhitespace()
    guard take(UInt8(ascii: "{")) else { return nil }
    guard let name = takeName(), name == Self.contextName else { return nil }
    guard let context = takeContext() else { return nil }
    skipWhitespace()
    guard take(UInt8(ascii: "}")) else { return nil }
    skipWhitespace()
    return position == count ? context : nil
  }

  /// Reads the context object with each of its members at most once.
  private mutating func takeContext() -> FlagContext? {
    guard take(UInt8(ascii: "{")) else { return nil }
    var context = FlagContext()
    skipWhitespace()
    if take(UInt8(ascii: "}")) { return context }
    var seen: ContextMembers = []
    while let name = takeName() {
      let member = ContextMembers(name)
      guard !member.isEmpty, seen.isDisjoint(with: member) else { return nil }
      seen.formUnion(member)
      if member == .attributes {
        guard let attributes = takeAttributes() else { return nil }
        context.attributes = attributes
      } else {
        guard take(UInt8(ascii: "\"")), let id = try? parseStringContent() else { return nil }
        if member == .userID { context.userID = id } else { context.deviceID = id }
      }
      skipWhitespace()
      if take(UInt8(ascii: "}")) { return context }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
    return nil
  }

  private mutating func takeAttributes() -> JSONObject? {
    guard position < count, bytes[position] == UInt8(ascii: "{") else { return nil }
    // A member is rarely shorter than 16 bytes, so this room is nearly always enough, and it is freed with the request.
    let expected = min((count &- position) / 16, JSONObject.scanLimit)
    guard let attributes = try? parseObject(depth: 3, expecting: expected) else { return nil }
    return attributes.count <= FlagContext.maximumAttributes ? attributes : nil
  }

  /// Reads a member's name and the colon, to the beginning of its value.
  private mutating func takeName() -> PackedName? {
    skipWhitespace()
    guard take(UInt8(ascii: "\"")), let name = try? parseName() else { return nil }
    skipWhitespace()
    guard take(UInt8(ascii: ":")) else { return nil }
    skipWhitespace()
    return name
  }
}

/// The members that a context may have.
private struct ContextMembers: OptionSet {
  let rawValue: UInt8

  static let userID = ContextMembers(rawValue: 1)
  static let deviceID = ContextMembers(rawValue: 2)
  static let attributes = ContextMembers(rawValue: 4)

  private static let userIDName = PackedName("userID")
  private static let deviceIDName = PackedName("deviceID")
  private static let attributesName = PackedName("attributes")
}

extension ContextMembers {
  /// The member of that name; empty when there is none.
  init(_ name: PackedName) {
    switch name {
    case Self.userIDName: self = .userID
    case Self.deviceIDName: self = .deviceID
    case Self.attributesName: self = .attributes
    default: self = []
    }
  }
}
