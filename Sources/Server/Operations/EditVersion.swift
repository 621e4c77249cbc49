import HTTP
import SerinFlags

/// The version that an edit starts from, of things that have one version: `ETag: "7"` and `If-Match: "7"`.
enum EditVersion {
  /// What the header may be.
  static let schema = Schema.string(pattern: #"^(\*|(W/)?"[1-9][0-9]{0,17}")$"#)

  /// The header that says what an edit starts from.
  static let ifMatch = OperationParameter(
    "If-Match", schema,
    "The ETag that the edit started from, or `*` for whatever is there. Without it the answer is 428.",
    isRequired: true)

  /// The header that answers carry.
  static let entityTag = OperationParameter("ETag", .string(), "The version that an edit starts from, for `If-Match`.")

  /// The header of an answer.
  static func header(_ version: Int64) -> (name: String, value: String) { (name: "ETag", value: "\"\(version)\"") }

  /// The version of `If-Match`; nil for `*`, which takes whatever is there.
  /// - Throws: 428 without the header, 400 when it is no version.
  static func required(_ request: HTTPRequest) throws(Problem) -> Int64? {
    guard let header = request.headers["if-match"] else {
      throw Problem(
        .preconditionRequired,
        "send the ETag that the edit started from as If-Match, so that nobody's change is overwritten")
    }
    if header == "*" { return nil }
    var text = header[...]
    if text.hasPrefix("W/") { text = text.dropFirst(2) }
    guard text.count > 2, text.first == "\"", text.last == "\"", let version = Int64(text.dropFirst().dropLast()),
      version > 0
    else { throw Problem(.badRequest, "If-Match must be an ETag of this thing, such as \"7\", or *") }
    return version
  }
}
