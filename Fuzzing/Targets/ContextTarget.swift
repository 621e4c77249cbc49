import SerinFlags

/// Reads a context from the body of a request.
enum ContextTarget {
  private static let options: [JSONParsingOptions] = [
    .lenient, .control, JSONParsingOptions(maximumDepth: 32), JSONParsingOptions(maximumDepth: 3),
    JSONParsingOptions(maximumDepth: 2),
  ]

  static func run(_ bytes: UnsafeRawBufferPointer) throws(FuzzFailure) {
    let body = Array(bytes)
    for options in options {
      guard let short = FlagContext(ordinaryBody: body, options: options) else { continue }
      let long = theLongWay(body, options)
      try require(long == short, "the short way reads \(short.json), the long way \(shown(long)); \(options)")
    }
    if let context = theLongWay(body, .lenient) {
      // Empty attributes and null members are not written, but they mean the same.
      let again = try? FlagContext(json: context.json)
      try require(again == context, "\(context.json) is read as \(shown(again))")
    }
  }

  /// What the server does with every body that is not of the ordinary form.
  private static func theLongWay(_ body: [UInt8], _ options: JSONParsingOptions) -> FlagContext? {
    guard case .object(let object)? = try? JSONValue(parsing: body, options: options), object.count == 1,
      let json = object["context"]
    else { return nil }
    do throws(DocumentError) {
      return try FlagContext(json: json)
    } catch {
      // Its words must come out whatever the names and values are.
      _ = "\(error)"
      return nil
    }
  }

  private static func shown(_ context: FlagContext?) -> String {
    context.map { $0.json.text() } ?? "nothing"
  }
}
