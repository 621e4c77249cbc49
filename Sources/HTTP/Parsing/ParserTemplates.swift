internal import CLLHTTP

/// llhttp as it stands after a request line, once for each version.
///
/// The request line is read by ``RequestLine``; llhttp takes over at the first header field. A parser is plain data, so
/// a request begins with a copy of one that has already read a line.
struct ParserTemplates: Sendable {
  /// The only copy.
  static let shared = ParserTemplates()

  // The pointer inside a parser to its settings is what keeps this from being Sendable by itself. The settings are
  // written once, before the first parser is made, and are never freed.
  private nonisolated(unsafe) let http10: llhttp_t
  private nonisolated(unsafe) let http11: llhttp_t

  private init() {
    let settings = UnsafeMutablePointer<llhttp_settings_t>.allocate(capacity: 1)
    llhttp_settings_init(settings)
    settings.pointee.on_header_field = { parser, bytes, count in
      Self.findings(of: parser) { findings in bytes.map { findings.name($0, count) } }
    }
    settings.pointee.on_header_value = { parser, bytes, count in
      Self.findings(of: parser) { findings in bytes.map { findings.value($0, count) } }
    }
    settings.pointee.on_chunk_header = { parser in
      let size = parser?.pointee.content_length ?? 0
      return Self.findings(of: parser) { $0.chunkBegins(size) }
    }
    settings.pointee.on_body = { parser, bytes, count in
      Self.findings(of: parser) { findings in bytes.map { findings.bodyBytes($0, count) } }
    }
    // Both pauses give the exact place in the input where the head or the message ends.
    settings.pointee.on_headers_complete = { _ in Int32(HPE_PAUSED.rawValue) }
    settings.pointee.on_message_complete = { _ in Int32(HPE_PAUSED.rawValue) }
    http10 = Self.parser(after: "POST / HTTP/1.0\r\n", settings)
    http11 = Self.parser(after: "POST / HTTP/1.1\r\n", settings)
  }

  /// A parser that expects header fields.
  ///
  /// - Parameters:
  ///   - isHTTP10: The version of the request.
  ///   - findings: What its callbacks write to.
  func parser(isHTTP10: Bool, findings: UnsafeMutablePointer<ParserFindings>) -> llhttp_t {
    var parser = isHTTP10 ? http10 : http11
    parser.data = UnsafeMutableRawPointer(findings)
    return parser
  }

  private static func parser(
    after line: StaticString, _ settings: UnsafeMutablePointer<llhttp_settings_t>
  ) -> llhttp_t {
    var parser = llhttp_t()
    llhttp_init(&parser, HTTP_REQUEST, settings)
    line.withUTF8Buffer { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) { llhttp_execute(&parser, $0.baseAddress, $0.count) }
    }
    return parser
  }

  private static func findings(
    of parser: UnsafeMutablePointer<llhttp_t>?, _ body: (inout ParserFindings) -> Int32?
  ) -> Int32 {
    guard let data = parser?.pointee.data else { return Int32(HPE_USER.rawValue) }
    return body(&data.assumingMemoryBound(to: ParserFindings.self).pointee) ?? 0
  }
}
