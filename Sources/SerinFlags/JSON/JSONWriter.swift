/// Writes values as JSON bytes.
struct JSONWriter {
  var bytes: [UInt8] = []
  let isPretty: Bool
  private var level = 0

  init(isPretty: Bool) {
    self.isPretty = isPretty
  }

  mutating func append(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let value): Self.appendNumber(value, to: &bytes)
    case .string(let value): JSONValue.appendString(value, to: &bytes)
    case .array(let elements): append(elements)
    case .object(let object): append(object)
    }
  }

  private mutating func append(_ elements: [JSONValue]) {
    bytes.append(UInt8(ascii: "["))
    level += 1
    for (index, element) in elements.enumerated() {
      startItem(isFirst: index == 0)
      append(element)
    }
    endItems(isEmpty: elements.isEmpty)
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func append(_ object: JSONObject) {
    bytes.append(UInt8(ascii: "{"))
    level += 1
    for (index, member) in object.sortedMembers.enumerated() {
      startItem(isFirst: index == 0)
      JSONValue.appendString(member.name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      if isPretty { bytes.append(UInt8(ascii: " ")) }
      append(member.value)
    }
    endItems(isEmpty: object.isEmpty)
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func startItem(isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    if isPretty { startLine() }
  }

  private mutating func endItems(isEmpty: Bool) {
    level -= 1
    if isPretty, !isEmpty { startLine() }
  }

  private mutating func startLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
  }

  /// Writes integers up to 2^53 without a fraction, all else as the shortest decimal that reads back the same.
  ///
  /// JSON has no way to write an infinity or a value that is not a number; they become `null`.
  static func appendNumber(_ value: Double, to bytes: inout [UInt8]) {
    if let integer = value.exactInteger {
      bytes.append(contentsOf: String(integer).utf8)
    } else if value.isFinite {
      bytes.append(contentsOf: value.description.utf8)
    } else {
      bytes.append(contentsOf: "null".utf8)
    }
  }
}
