import HTTP
import SerinFlags

/// The version that an edit starts from: `ETag: "7"` and `If-Match: "7"`, or with two numbers for things of two halves.
enum EditVersion {
  /// What the header may be for things of one version.
  static let schema = Schema.string(pattern: #"^(\*|(W/)?"[1-9][0-9]{0,17}")$"#)
  /// What the header may be for things of two halves with versions of their own.
  static let pairSchema = Schema.string(pattern: #"^(\*|(W/)?"[1-9][0-9]{0,17}\.(0|[1-9][0-9]{0,17})")$"#)

  /// A version of a thing of two halves, as it stands in paths, queries and bodies.
  static let pathSchema = Schema.string(pattern: pairPattern)
  /// The second number is 0 where an environment has no definition.
  static let pairPattern = #"^[1-9][0-9]{0,17}\.(0|[1-9][0-9]{0,17})$"#

  /// What the differences of a promotion are between.
  static let promotionPattern = #"^[1-9][0-9]{0,17}\.[1-9][0-9]{0,17}\.[1-9][0-9]{0,17}$"#

  /// The header that says what an edit of a thing of one version starts from.
  static let ifMatch = parameter(schema)
  /// The same for things of two halves.
  static let pairIfMatch = parameter(pairSchema)

  private static func parameter(_ schema: Schema) -> OperationParameter {
    OperationParameter(
      "If-Match", schema,
      "The ETag that the edit started from, or `*` for whatever is there. Without it the answer is 428.",
      isRequired: true)
  }

  /// The header that answers carry.
  static let entityTag = OperationParameter("ETag", .string(), "The version that an edit starts from, for `If-Match`.")

  /// The header of an answer.
  static func header(_ version: Int64) -> (name: String, value: String) { (name: "ETag", value: "\"\(version)\"") }

  /// What `If-Match` says; nil for `*`, which takes whatever is there.
  /// - Throws: 428 without the header.
  static func condition(of request: HTTPRequest) throws(Problem) -> String? {
    guard let header = request.headers["if-match"] else {
      throw Problem(
        .preconditionRequired,
        "send the ETag that the edit started from as If-Match, so that nobody's change is overwritten")
    }
    return header == "*" ? nil : header
  }

  /// The version of `If-Match` of a thing of one version; nil for `*`.
  /// - Throws: 428 without the header, 400 when it is no version.
  static func required(_ request: HTTPRequest) throws(Problem) -> Int64? {
    guard let header = try condition(of: request) else { return nil }
    guard let numbers = numbers(inTag: header), numbers.count == 1, numbers[0] > 0 else {
      throw Problem(
        .badRequest, "If-Match must be an ETag of this thing, such as \"7\", or *, not \(Shown.text(header))")
    }
    return numbers[0]
  }

  /// The numbers of an entity tag, such as 3 and 8 of `"3.8"`, written without sign and leading zeros; nil when it is not one
  /// of ours.
  static func numbers(inTag tag: String) -> [Int64]? {
    var text = tag[...]
    if text.hasPrefix("W/") { text = text.dropFirst(2) }
    guard text.count > 2, text.first == "\"", text.last == "\"" else { return nil }
    return numbers(in: text.dropFirst().dropLast())
  }

  /// The numbers of a version, such as 3 and 8 of `3.8`, written without sign and leading zeros; nil when something in it is
  /// no such number.
  static func numbers(in text: Substring) -> [Int64]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in Int64(part).flatMap { String($0) == part ? $0 : nil } }
    return numbers.count == parts.count ? numbers : nil
  }
}
