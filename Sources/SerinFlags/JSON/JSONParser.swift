/// Reads JSON from contiguous bytes in one pass.
///
/// It works on borrowed memory and keeps no copy; the values it makes own theirs. It calls itself once a level, at most
/// `maximumDepth` times, so a hostile text cannot exhaust the stack.
struct JSONParser {
  let bytes: UnsafeRawBufferPointer
  /// The buffer's count, which the buffer itself works out from two pointers each time.
  let count: Int
  let options: JSONParsingOptions
  let maximumDepth: Int
  var position = 0
  /// Holds a string with escapes while it is put together.
  var scratch: [UInt8] = []

  init(bytes: UnsafeRawBufferPointer, options: JSONParsingOptions) {
    self.bytes = bytes
    count = bytes.count
    self.options = options
    maximumDepth = min(max(options.maximumDepth, 0), JSONParsingOptions.deepest)
  }

  mutating func parseDocument() throws(JSONError) -> JSONValue {
    if count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw error("starts with a byte order mark; JSON is UTF-8 without one")
    }
    skipWhitespace()
    guard position < count else { throw error("is empty; expected a JSON value") }
    let value = try parseValue(depth: 0)
    skipWhitespace()
    guard position == count else { throw error("expected the end of the text, found \(found())") }
    return value
  }

  mutating func parseValue(depth: Int) throws(JSONError) -> JSONValue {
    guard position < count else { throw error("expected a value, found \(found())") }
    switch bytes[position] {
    case UInt8(ascii: "\""):
      position &+= 1
      return .string(try parseStringContent())
    case UInt8(ascii: "{"):
      return .object(try parseObject(depth: depth &+ 1))
    case UInt8(ascii: "["):
      return .array(try parseArray(depth: depth &+ 1))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try parseNumber())
    case UInt8(ascii: "t"):
      try expectWord("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try expectWord("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try expectWord("null")
      return .null
    default:
      throw error("expected a value, found \(found())")
    }
  }

  private mutating func parseArray(depth: Int) throws(JSONError) -> [JSONValue] {
    try checkDepth(depth)
    position &+= 1
    var elements: [JSONValue] = []
    skipWhitespace()
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      do {
        elements.append(try parseValue(depth: depth))
      } catch {
        throw error.within(DocumentPath.element("", elements.count))
      }
      skipWhitespace()
      if take(UInt8(ascii: ",")) {
        skipWhitespace()
      } else if take(UInt8(ascii: "]")) {
        return elements
      } else {
        throw error("expected `,` or `]`, found \(found())")
      }
    }
  }

  func checkDepth(_ depth: Int) throws(JSONError) {
    guard depth <= maximumDepth else { throw error("is nested deeper than \(maximumDepth) levels") }
  }

  private mutating func expectWord(_ word: StaticString) throws(JSONError) {
    let end = position + word.utf8CodeUnitCount
    for offset in 0..<word.utf8CodeUnitCount {
      guard position &+ offset < count, bytes[position &+ offset] == word.utf8Start[offset] else {
        throw error("expected a value, found \(found())")
      }
    }
    position = end
  }
}
