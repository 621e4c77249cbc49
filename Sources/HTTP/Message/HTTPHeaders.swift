/// The header fields of a request, in the order in which they came.
///
/// The bytes of the head stay in one buffer and a field is four offsets into it: strings are made only for the fields
/// that somebody asks for. Names are compared without regard to case.
public struct HTTPHeaders: Sendable {
  /// Where a field's name and value lie in the buffer.
  ///
  /// Values are stored without the white space around them.
  struct Field: Sendable {
    var nameStart: UInt32
    var nameEnd: UInt32
    var valueStart: UInt32
    var valueEnd: UInt32
  }

  /// The buffer that the fields point into.
  let buffer: [UInt8]
  /// The fields, in order.
  let fields: [Field]

  init(buffer: [UInt8], fields: [Field]) {
    self.buffer = buffer
    self.fields = fields
  }

  /// Creates headers from names and values, for requests that do not come from a socket.
  ///
  /// - Parameter fields: The fields in order. Nothing is checked: bytes from outside go through the parser.
  public init(_ fields: [(name: String, value: String)] = []) {
    var buffer: [UInt8] = []
    var offsets: [Field] = []
    for field in fields {
      let nameStart = UInt32(buffer.count)
      buffer.append(contentsOf: field.name.utf8)
      let valueStart = UInt32(buffer.count)
      buffer.append(contentsOf: field.value.utf8)
      offsets.append(
        Field(
          nameStart: nameStart, nameEnd: valueStart, valueStart: valueStart, valueEnd: UInt32(buffer.count)))
    }
    self.init(buffer: buffer, fields: offsets)
  }

  /// The number of fields.
  public var count: Int { fields.count }

  /// Whether there are no fields.
  public var isEmpty: Bool { fields.isEmpty }

  /// The value of the first field with a name, or nil.
  ///
  /// Bytes that are not UTF-8 become U+FFFD.
  ///
  /// - Parameter name: The name, in any case.
  public subscript(name: String) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of the value of the first field with a name, or nil.
  ///
  /// The slice shares the buffer of the request: nothing is copied.
  ///
  /// - Parameter name: The name, in any case.
  public func bytes(of name: String) -> ArraySlice<UInt8>? {
    guard let field = fields.first(where: { matches($0, name) }) else { return nil }
    return buffer[Int(field.valueStart)..<Int(field.valueEnd)]
  }

  /// The values of all fields with a name, in order.
  ///
  /// - Parameter name: The name, in any case.
  public func values(of name: String) -> [String] {
    fields.filter { matches($0, name) }.map { text($0.valueStart, $0.valueEnd) }
  }

  /// Whether there is a field with a name.
  ///
  /// - Parameter name: The name, in any case.
  public func contains(_ name: String) -> Bool {
    fields.contains { matches($0, name) }
  }

  private func matches(_ field: Field, _ name: String) -> Bool {
    let length = Int(field.nameEnd - field.nameStart)
    guard name.utf8.count == length else { return false }
    var index = Int(field.nameStart)
    for byte in name.utf8 {
      if ASCII.lowercased(byte) != ASCII.lowercased(buffer[index]) { return false }
      index += 1
    }
    return true
  }

  private func text(_ start: UInt32, _ end: UInt32) -> String {
    String(decoding: buffer[Int(start)..<Int(end)], as: UTF8.self)
  }
}

extension HTTPHeaders: RandomAccessCollection {
  /// The position of the first field.
  public var startIndex: Int { 0 }
  /// The position after the last field.
  public var endIndex: Int { fields.count }

  /// The name and the value of a field.
  ///
  /// - Parameter position: The place of the field.
  public subscript(position: Int) -> (name: String, value: String) {
    let field = fields[position]
    return (text(field.nameStart, field.nameEnd), text(field.valueStart, field.valueEnd))
  }
}
