import SerinFlags

/// The body of a request for evaluations.
enum EvaluationRequest {
  /// How large the body may be, in bytes.
  static let maximumBytes = 64 * 1024
  private static let parsing = JSONParsingOptions(maximumDepth: 32)

  /// Reads `{"context": {...}}`; an empty body and an absent context are the empty context.
  /// - Throws: 400 when the body is not JSON, 422 naming the member that is wrong.
  static func context(in body: [UInt8]) throws(Problem) -> FlagContext {
    if body.isEmpty { return FlagContext() }
    if let context = FlagContext(ordinaryBody: body, options: parsing) { return context }
    return try unusualContext(in: body)
  }

  /// What ``context(in:)`` does with every body, step by step, so that whatever is wrong is named.
  static func unusualContext(in body: [UInt8]) throws(Problem) -> FlagContext {
    let whole = try parsed(body)
    guard case .object(let object) = whole else {
      throw Problem(path: "", message: "the body must be a JSON object, not \(Shown.json(whole))")
    }
    for member in object where member.name != "context" {
      throw Problem(path: member.name, message: "is not a known member; allowed: context")
    }
    guard let json = object["context"], json != .null else { return FlagContext() }
    return try context(json)
  }

  /// The JSON of a body.
  static func parsed(_ body: [UInt8]) throws(Problem) -> JSONValue {
    do throws(JSONError) { return try JSONValue(parsing: body, options: parsing) } catch { throw Problem(error) }
  }

  /// A context out of its JSON form.
  static func context(_ json: JSONValue) throws(Problem) -> FlagContext {
    do throws(DocumentError) { return try FlagContext(json: json, path: "context") } catch { throw Problem(error) }
  }
}
