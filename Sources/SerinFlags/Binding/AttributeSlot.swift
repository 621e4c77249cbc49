/// One attribute of a context as the evaluator reads it: no strings, only numbers and a place in memory.
struct AttributeSlot: BitwiseCopyable {
  /// What kind of value an attribute has.
  enum Kind: UInt8, BitwiseCopyable {
    /// Nobody has asked for it yet.
    case unread
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
  var value = PackedText(head: 0, tail: 0)
  /// The text's bytes; nil for other kinds.
  var bytes: UnsafePointer<UInt8>?
  var count: Int32 = 0
  /// Where the value stands in the context's attributes; −1 for an id.
  let member: Int16
  var kind = Kind.unread

  init(name: PackedText, member: Int16) {
    self.name = name
    self.member = member
  }

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
  let packed: PackedText
  /// Where a long name's bytes are among the program's; of a short one it has no meaning.
  let offset: UInt32
  let count: UInt16
  /// Where the search for it begins in a bound context's index.
  let hash: UInt16

  @inline(__always)
  static func hash(_ name: PackedText) -> UInt16 {
    UInt16(truncatingIfNeeded: name.mixed &>> 48)
  }
}

/// Where a program finds an attribute: an index among its names, or one of these.
///
/// The names `userID` and `deviceID` always mean the context's ids, also when it has attributes of the same names.
enum AttributeIndex {
  /// The user's id, else the device's.
  static let unit: Int16 = -1
  static let userID: Int16 = -2
  static let deviceID: Int16 = -3
}
