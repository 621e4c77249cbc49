import HTTP
import SerinFlags

/// The JSON body of a request that changes something.
///
/// Duplicate members, inexact integers and unknown members are refused, so that nothing a person wrote is dropped
/// without a word.
struct ControlBody: Sendable {
  let object: JSONObject

  /// The body of a request that has none.
  init() { object = [:] }

  /// Reads the body; an empty one counts as `{}`.
  init(_ request: HTTPRequest, members allowed: [String]) throws(Problem) {
    guard !request.body.isEmpty else {
      self.init()
      return
    }
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(parsing: request.body, options: .control) } catch {
      throw Problem(error)
    }
    guard case .object(let object) = json else {
      throw Problem(path: "", message: "the body must be a JSON object, not \(Shown.json(json))")
    }
    try self.init(object, members: allowed)
  }

  /// An object whose members were looked at before.
  init(reading object: JSONObject) { self.object = object }

  /// An object that is part of a body.
  init(_ object: JSONObject, members allowed: [String]) throws(Problem) {
    let unknown = object.filter { !allowed.contains($0.name) }
    guard unknown.isEmpty else {
      let hint = "is not a known member; allowed: " + allowed.joined(separator: ", ")
      throw Problem(issues: unknown.map { DocumentIssue(path: $0.name, message: hint) })
    }
    self.object = object
  }

  /// Why the change is made; empty when it was left out.
  func reason() throws(Problem) -> String {
    try Self.checked(reason: string("reason") ?? "")
  }

  /// A reason, when it is one that the audit log takes.
  static func checked(reason: String) throws(Problem) -> String {
    guard reason.utf8.count <= 2000, !reason.unicodeScalars.contains(where: { $0.value == 0 }) else {
      throw Problem(
        path: "reason", message: "must be at most 2000 bytes of text without U+0000, not \(Shown.text(reason))")
    }
    return reason
  }

  /// An optional string member; null counts as absent.
  func string(_ name: String) throws(Problem) -> String? {
    switch object[name] {
    case .none, .null: nil
    case .string(let text): text
    case let other?:
      let shown = Self.secrets.contains(name) ? Shown.kind(of: other) : Shown.json(other)
      throw Problem(path: name, message: "must be a string, not \(shown)")
    }
  }

  /// The members whose values no answer repeats.
  private static let secrets: Set = ["password", "newPassword", "secret"]

  /// A string member that must be there.
  func requiredString(_ name: String) throws(Problem) -> String {
    guard let text = try string(name), !text.isEmpty else {
      throw Problem(path: name, message: "is required: a string")
    }
    return text
  }

  /// An optional member that is true or false; null counts as absent.
  func boolean(_ name: String) throws(Problem) -> Bool? {
    switch object[name] {
    case .none, .null: nil
    case .bool(let value): value
    case let other?: throw Problem(path: name, message: "must be true or false, not \(Shown.json(other))")
    }
  }

  /// An optional member that is a whole number; null counts as absent.
  func integer(_ name: String, in range: ClosedRange<Int64>) throws(Problem) -> Int64? {
    switch object[name] {
    case .none, .null: return nil
    case .number(let number):
      if let value = Int64(exactly: number), range.contains(value) { return value }
    default: break
    }
    throw Problem(
      path: name,
      message: "must be a whole number from \(range.lowerBound) to \(range.upperBound), not \(Shown.json(object[name]))"
    )
  }

  /// An optional list of texts; null counts as absent.
  func strings(_ name: String) throws(Problem) -> [String]? {
    guard let value = object[name], value != .null else { return nil }
    guard let texts = value.arrayValue?.map(\.stringValue), !texts.contains(nil) else {
      throw Problem(path: name, message: "must be an array of strings, not \(Self.shown(value))")
    }
    return texts.compactMap(\.self)
  }

  /// What is no array of strings: an array is named by the first element that is none.
  private static func shown(_ value: JSONValue) -> String {
    let odd = value.arrayValue?.first { $0.stringValue == nil }
    return odd.map { "one with \(Shown.json($0))" } ?? Shown.json(value)
  }

  /// An optional member that is the versions of a flag or a segment, such as `3.8`; null counts as absent.
  func version(_ name: String) throws(Problem) -> VersionPair? {
    guard let text = try string(name) else { return nil }
    guard let versions = VersionPair(parsing: text) else {
      throw Problem(path: name, message: "must be a version, such as 3.8, not \(Shown.text(text))")
    }
    return versions
  }

  /// A member with the versions of a flag or a segment that must be there.
  func requiredVersion(_ name: String) throws(Problem) -> VersionPair {
    guard let versions = try version(name) else {
      throw Problem(path: name, message: "is required: a version, such as 3.8")
    }
    return versions
  }

  /// A member that must be there, of any type.
  func required(_ name: String) throws(Problem) -> JSONValue {
    guard let value = object[name] else { throw Problem(path: name, message: "is required") }
    return value
  }
}
