extension HTTPRefusal {
  /// The refusal as an answer: a problem document (RFC 9457) with the members type, title, status, detail and code.
  ///
  /// This is what the server sends unless ``HTTPServerConfiguration/refusalResponse`` says otherwise.
  public var problemResponse: HTTPResponse {
    let title = StatusLine.reason(of: status)
    let json =
      #"{"type":"about:blank","title":"\#(title)","status":\#(status),"detail":""# + Self.escaped(detail)
      + #"","code":"\#(code.rawValue)"}"#
    return HTTPResponse(
      status: status, headers: [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")],
      body: .bytes(Array(json.utf8)))
  }

  /// A text as the inside of a JSON string (RFC 8259, 7).
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
