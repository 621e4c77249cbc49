/// Where a comparison or a draw finds its attribute in a context.
enum AttributeSource: Sendable {
  case userID
  case deviceID
  case named(PackedName)

  init(_ name: String) {
    // These two names always mean the ids, also when the context has attributes of the same names.
    if name.hasSameBytes(as: "userID") {
      self = .userID
    } else if name.hasSameBytes(as: "deviceID") {
      self = .deviceID
    } else {
      self = .named(PackedName(name))
    }
  }

  /// The attribute's value; nil when it is absent, which a null attribute and an empty id are too.
  @inline(__always)
  func value(in context: FlagContext) -> JSONValue? {
    switch self {
    case .userID: Self.id(context.userID)
    case .deviceID: Self.id(context.deviceID)
    case .named(let name): context.attributes.presentValue(of: name)
    }
  }

  private static func id(_ id: String?) -> JSONValue? {
    guard let id, !id.isEmpty else { return nil }
    return .string(id)
  }

  var name: String {
    switch self {
    case .userID: "userID"
    case .deviceID: "deviceID"
    case .named(let name): name.string
    }
  }
}

/// What a percentage or a split is drawn on.
enum UnitSource: Sendable {
  /// The user's id, else the device's id.
  case standard
  case attribute(AttributeSource)

  init(_ name: String?) {
    self = name.map { .attribute(AttributeSource($0)) } ?? .standard
  }

  /// The unit, or nil when there is none; only a string that is not empty is one.
  func unit(in context: FlagContext) -> String? {
    switch self {
    case .standard:
      context.unit
    case .attribute(let source):
      if case .string(let text)? = source.value(in: context), !text.isEmpty { text } else { nil }
    }
  }

  /// The name of the attribute that the unit comes from; without a unit the one that is looked for first.
  func attributeName(in context: FlagContext) -> String {
    switch self {
    case .standard: context.userID?.isEmpty != false && context.deviceID?.isEmpty == false ? "deviceID" : "userID"
    case .attribute(let source): source.name
    }
  }
}

extension JSONObject {
  /// The value of a member that is there and not null.
  @inline(__always)
  fileprivate func presentValue(of name: PackedName) -> JSONValue? {
    // A bare `nil` beside a JSON value would be taken for the JSON value `null`.
    guard let position = position(of: name) else { return Optional.none }
    let value = members[position].value
    return value.isNull ? Optional.none : Optional.some(value)
  }
}
