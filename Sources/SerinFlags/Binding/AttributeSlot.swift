/// One attribute of a context as the evaluator reads it: no strings, only numbers and a place in memory.
struct AttributeSlot: BitwiseCopyable {
  /// What kind of value an attribute has.
  enum Kind: UInt8, BitwiseCopyable {
    /// Only of the two ids: the context has none.
    case absent
    case string
    case number
    case bool
    /// An array or an object; it stays in the context.
    case compound
  }

  let name: PackedText
  /// The text's packed bytes; of a number its bits as head; of a boolean 0 or 1.
  let value: PackedText
  /// The text's bytes; without meaning for other kinds.
  let bytes: UnsafePointer<UInt8>
  let count: Int32
  let kind: Kind
  /// Where the value stands in the context's attributes; −1 for an id.
  let member: Int16

  /// The text, or nil when this is not one.
  @inline(__always)
  var text: UnsafeBufferPointer<UInt8>? {
    kind == .string ? UnsafeBufferPointer(start: bytes, count: Int(count)) : nil
  }

  /// The number, or nil when this is not one.
  @inline(__always)
  var number: Double? {
    kind == .number ? Double(bitPattern: value.head) : nil
  }

  /// The boolean, or nil when this is not one.
  @inline(__always)
  var bool: Bool? {
    kind == .bool ? value.head != 0 : nil
  }
}

/// The name of an attribute that a program asks for.
struct AttributeName: BitwiseCopyable {
  /// The context's own ids come first in every bound context; the names `userID` and `deviceID` always mean them.
  enum Source: UInt8, BitwiseCopyable {
    case userID, deviceID, named
  }

  let packed: PackedText
  let source: Source
  /// Where a long name's bytes are among the program's; of a short one it has no meaning.
  let offset: UInt32
  let count: UInt32

  /// Where the search for a name begins in a bound context's index.
  @inline(__always)
  static func hash(_ name: PackedText) -> Int {
    let mixed = (name.head ^ (name.tail &* 0xD6E8_FEB8_6659_FD93)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 48)
  }
}
