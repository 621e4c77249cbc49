import HTTP
import SerinFlags

/// The JSON body of a request that changes something.
///
/// Duplicate members, inexact integers and unknown members are refused, so that nothing a person wrote is dropped
/// without a word.
struct ControlBody: Sendable {
  let object: JSONObject

  /// Reads the body; an empty one counts as `{}`.
  init(_ request: HTTPRequest, members allowed: [String]) throws(Problem) {
    guard !request.body.isEmpty else {
      object = [:]
      return
    }
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(parsing: request.body, options: .control) } catch {
      throw Problem(error)
    }
    guard case .object(let object) = json else { throw Problem(path: "", message: "the body must be a JSON object") }
    let unknown = object.filter { !allowed.contains($0.name) }
    guard unknown.isEmpty else {
      let hint = "is not a known member; allowed: " + allowed.joined(separator: ", ")
      throw Problem(issues: unknown.map { DocumentIssue(path: $0.name, message: hint) })
    }
    self.object = object
  }

  /// Why the change is made; empty when it was left out.
  func reason() throws(Problem) -> String {
    let reason = try string("reason") ?? ""
    guard reason.utf8.count <= 2000, !reason.unicodeScalars.contains(where: { $0.value == 0 }) else {
      throw Problem(path: "reason", message: "must be at most 2000 bytes of text without U+0000")
    }
    return reason
  }

  /// An optional string member; null counts as absent.
  func string(_ name: String) throws(Problem) -> String? {
    switch object[name] {
    case .none, .null: nil
    case .string(let text): text
    default: throw Problem(path: name, message: "must be a string")
    }
  }

  /// A string member that must be there.
  func requiredString(_ name: String) throws(Problem) -> String {
    guard let text = try string(name), !text.isEmpty else {
      throw Problem(path: name, message: "is required: a string")
    }
    return text
  }

  /// A member that must be there, of any type.
  func required(_ name: String) throws(Problem) -> JSONValue {
    guard let value = object[name] else { throw Problem(path: name, message: "is required") }
    return value
  }
}
