extension SemanticVersion {
  /// Reads a version, or nil when the text is not one.
  ///
  /// Not accepted: white space, leading zeros, a fourth number, numbers beyond 64 bits, empty identifiers.
  public init?(parsing text: String) {
    guard let version = text.withBytes({ SemanticVersion(parsing: $0) }) else { return nil }
    self = version
  }

  init?(parsing bytes: UnsafeBufferPointer<UInt8>) {
    guard let version = Self.parse(UnsafeRawBufferPointer(bytes)) else { return nil }
    self = version
  }

  private static func parse(_ bytes: UnsafeRawBufferPointer) -> SemanticVersion? {
    var position = bytes.first == UInt8(ascii: "v") ? 1 : 0
    var numbers: (UInt64, UInt64, UInt64) = (0, 0, 0)
    guard let major = parseNumber(bytes, &position) else { return nil }
    numbers.0 = major
    var written = 1
    while written < 3, position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      guard let number = parseNumber(bytes, &position) else { return nil }
      if written == 1 { numbers.1 = number } else { numbers.2 = number }
      written += 1
    }
    var prerelease: [Identifier] = []
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") {
      position += 1
      guard let identifiers = parseIdentifiers(bytes, &position, areNumbersChecked: true) else { return nil }
      prerelease = identifiers
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: "+") {
      position += 1
      guard parseIdentifiers(bytes, &position, areNumbersChecked: false) != nil else { return nil }
    }
    guard position == bytes.count else { return nil }
    return SemanticVersion(
      major: numbers.0, minor: numbers.1, patch: numbers.2, prerelease: prerelease, writtenNumbers: written)
  }

  private static func parseNumber(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> UInt64? {
    let start = position
    var number: UInt64 = 0
    while position < bytes.count, isDigit(bytes[position]) {
      let (product, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(bytes[position] - UInt8(ascii: "0")))
      guard !overflows, !carries else { return nil }
      number = sum
      position += 1
    }
    guard position > start, position == start + 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
    return number
  }

  /// Reads identifiers separated by dots, up to `+` or the end.
  private static func parseIdentifiers(
    _ bytes: UnsafeRawBufferPointer, _ position: inout Int, areNumbersChecked: Bool
  ) -> [Identifier]? {
    var identifiers: [Identifier] = []
    while true {
      let start = position
      var isNumeric = true
      while position < bytes.count, isIdentifierByte(bytes[position]) {
        if !isDigit(bytes[position]) { isNumeric = false }
        position += 1
      }
      guard position > start else { return nil }
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      if isNumeric, areNumbersChecked, position > start + 1, bytes[start] == UInt8(ascii: "0") { return nil }
      identifiers.append(isNumeric ? .numeric(text) : .text(text))
      guard position < bytes.count, bytes[position] == UInt8(ascii: ".") else { return identifiers }
      position += 1
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isIdentifierByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"): true
    default: isDigit(byte)
    }
  }
}
