extension JSONValue {
  /// Reads one JSON text (RFC 8259, UTF-8).
  ///
  /// One pass over the bytes. Refused: a byte order mark, anything after the value, trailing commas, control characters
  /// in strings, invalid UTF-8, lone surrogates, numbers longer than 40 characters or beyond a double's range, and
  /// nesting beyond the options' depth.
  ///
  /// - Throws: ``JSONError`` with the place of the first problem.
  public init(parsing bytes: UnsafeRawBufferPointer, options: JSONParsingOptions = .lenient) throws(JSONError) {
    var parser = JSONParser(bytes: bytes, options: options)
    self = try parser.parseDocument()
  }

  /// Reads one JSON text from an array of bytes; see ``init(parsing:options:)-(UnsafeRawBufferPointer,_)``.
  public init(parsing bytes: [UInt8], options: JSONParsingOptions = .lenient) throws(JSONError) {
    let result = bytes.withUnsafeBytes { Self.parse($0, options: options) }
    self = try result.get()
  }

  /// Reads one JSON text from any collection of bytes, for example `Data` or `text.utf8`.
  public init(parsing bytes: some Collection<UInt8>, options: JSONParsingOptions = .lenient) throws(JSONError) {
    let contiguous = bytes.withContiguousStorageIfAvailable { Self.parse(UnsafeRawBufferPointer($0), options: options) }
    if let contiguous {
      self = try contiguous.get()
    } else {
      try self.init(parsing: Array(bytes), options: options)
    }
  }

  /// The closures of the standard library's buffer access rethrow untyped errors, hence a result.
  private static func parse(
    _ bytes: UnsafeRawBufferPointer, options: JSONParsingOptions
  ) -> Result<JSONValue, JSONError> {
    do throws(JSONError) {
      return .success(try JSONValue(parsing: bytes, options: options))
    } catch {
      return .failure(error)
    }
  }
}
