/// A context laid out for evaluation: every attribute once, its text copied beside it, found by a small hash index.
///
/// It is made once for a context and then serves any number of flags; it is valid only inside the call of
/// ``withBinding(of:_:)``. Nothing is allocated on the heap for a context of up to about 15 attributes with up to a
/// kilobyte of text.
struct BoundContext {
  /// The context itself, for values that are arrays or objects.
  let context: UnsafePointer<FlagContext>
  /// The two ids, then the attributes that are there and not null.
  private let slots: UnsafeMutablePointer<AttributeSlot>
  /// The slots by their names' hashes; 0 is free.
  private let index: UnsafeMutablePointer<UInt16>
  private let mask: Int

  /// Attributes beyond this many are not looked at: their places must fit into 16 bits.
  private static let maximumAttributes = 32_000

  /// Lays a context out and calls `body` with it.
  static func withBinding<Result>(of context: FlagContext, _ body: (BoundContext) -> Result) -> Result {
    withUnsafePointer(to: context) { context in
      let attributes = context.pointee.attributes
      return attributes.members.withUnsafeBufferPointer { all in
        let members = UnsafeBufferPointer(rebasing: all.prefix(maximumAttributes))
        let capacity = members.count &+ 2
        var indexSize = 8
        while indexSize < 2 &* capacity { indexSize &*= 2 }
        let slotBytes = capacity &* MemoryLayout<AttributeSlot>.stride
        return withUnsafeTemporaryAllocation(
          byteCount: slotBytes &+ indexSize &* 2, alignment: MemoryLayout<AttributeSlot>.alignment
        ) { memory in
          withUnsafeTemporaryAllocation(of: UInt8.self, capacity: textBytes(context.pointee, members)) { text in
            guard let start = memory.baseAddress, let textStart = text.baseAddress else {
              preconditionFailure("a temporary allocation that is not empty has an address")
            }
            let slots = start.bindMemory(to: AttributeSlot.self, capacity: capacity)
            let index = (start + slotBytes).bindMemory(to: UInt16.self, capacity: indexSize)
            index.initialize(repeating: 0, count: indexSize)
            let bound = BoundContext(context: context, slots: slots, index: index, mask: indexSize &- 1)
            bound.fill(members, text: textStart)
            return body(bound)
          }
        }
      }
    }
  }

  /// How many bytes of text a context has, and one more so that there is memory at all.
  private static func textBytes(
    _ context: FlagContext, _ members: UnsafeBufferPointer<JSONObject.Member>
  ) -> Int {
    var count = 1 &+ (context.userID?.utf8.count ?? 0) &+ (context.deviceID?.utf8.count ?? 0)
    for position in 0..<members.count {
      if case .string(let text) = members[position].value { count &+= text.utf8.count }
    }
    return count
  }

  private func fill(_ members: UnsafeBufferPointer<JSONObject.Member>, text: UnsafeMutablePointer<UInt8>) {
    var text = text
    Self.write(context.pointee.userID, to: slots, &text)
    Self.write(context.pointee.deviceID, to: slots + 1, &text)
    var count = 2
    for position in 0..<members.count {
      let name = members[position].key.words
      let member = Int16(truncatingIfNeeded: position)
      let slot: AttributeSlot
      switch members[position].value {
      case .null:
        continue
      case .string(let value):
        slot = Self.slot(value, named: name, member: member, &text)
      case .number(let value):
        slot = Self.slot(.number, value.bitPattern, named: name, member: member, text)
      case .bool(let value):
        slot = Self.slot(.bool, value ? 1 : 0, named: name, member: member, text)
      case .array, .object:
        slot = Self.slot(.compound, 0, named: name, member: member, text)
      }
      (slots + count).initialize(to: slot)
      enter(count, name)
      count &+= 1
    }
  }

  /// An id that is empty counts as none, but its slot tells it apart for draws that know empty ids.
  @inline(__always)
  private static func write(
    _ id: String?, to slot: UnsafeMutablePointer<AttributeSlot>, _ text: inout UnsafeMutablePointer<UInt8>
  ) {
    let name = PackedText(head: 0, tail: 0)
    guard let id else {
      slot.initialize(to: Self.slot(.absent, 0, named: name, member: -1, text))
      return
    }
    slot.initialize(to: Self.slot(id, named: name, member: -1, &text))
  }

  @inline(__always)
  private static func slot(
    _ value: String, named name: PackedText, member: Int16, _ text: inout UnsafeMutablePointer<UInt8>
  ) -> AttributeSlot {
    value.withBytes { bytes in
      if let base = bytes.baseAddress { text.initialize(from: base, count: bytes.count) }
      let slot = AttributeSlot(
        name: name, value: PackedText(UnsafeRawBufferPointer(bytes)), bytes: UnsafePointer(text),
        count: Int32(truncatingIfNeeded: bytes.count), kind: .string, member: member)
      text += bytes.count
      return slot
    }
  }

  @inline(__always)
  private static func slot(
    _ kind: AttributeSlot.Kind, _ bits: UInt64, named name: PackedText, member: Int16,
    _ text: UnsafeMutablePointer<UInt8>
  ) -> AttributeSlot {
    AttributeSlot(
      name: name, value: PackedText(head: bits, tail: 0), bytes: UnsafePointer(text), count: 0, kind: kind,
      member: member)
  }

  @inline(__always)
  private func enter(_ slot: Int, _ name: PackedText) {
    var place = AttributeName.hash(name) & mask
    while index[place] != 0 { place = (place &+ 1) & mask }
    index[place] = UInt16(truncatingIfNeeded: slot)
  }
}

extension BoundContext {
  /// The attribute of that name, or nil when it is absent, null or an empty id.
  @inline(__always)
  func slot(of name: AttributeName, in program: ProgramView) -> UnsafePointer<AttributeSlot>? {
    guard name.source == .named else {
      let id = UnsafePointer(slots + (name.source == .userID ? 0 : 1))
      return id.pointee.kind == .absent || id.pointee.count == 0 ? nil : id
    }
    var place = AttributeName.hash(name.packed) & mask
    while index[place] != 0 {
      let slot = UnsafePointer(slots + Int(index[place]))
      if slot.pointee.name == name.packed, !name.packed.isLong || hasName(slot.pointee, name, in: program) {
        return slot
      }
      place = (place &+ 1) & mask
    }
    return nil
  }

  /// The user's id, else the device's, else nil: what is drawn on when a rule names nothing else.
  @inline(__always)
  var unit: UnsafePointer<AttributeSlot>? {
    if slots[0].kind == .string, slots[0].count > 0 { return UnsafePointer(slots) }
    if slots[1].kind == .string, slots[1].count > 0 { return UnsafePointer(slots + 1) }
    return nil
  }

  /// The two ids, empty ones included; nil when absent.
  func id(_ source: AttributeName.Source) -> UnsafePointer<AttributeSlot>? {
    let slot = UnsafePointer(slots + (source == .deviceID ? 1 : 0))
    return slot.pointee.kind == .absent ? nil : slot
  }

  /// The value as the context has it.
  func value(of slot: AttributeSlot) -> JSONValue {
    if slot.member >= 0 { return context.pointee.attributes.members[Int(slot.member)].value }
    return .string(String(decoding: UnsafeBufferPointer(start: slot.bytes, count: Int(slot.count)), as: UTF8.self))
  }

  /// Compares names that are too long to be packed whole.
  @inline(never)
  private func hasName(_ slot: AttributeSlot, _ name: AttributeName, in program: ProgramView) -> Bool {
    context.pointee.attributes.members[Int(slot.member)].name.withBytes { bytes in
      bytesAreEqual(bytes, program.bytes(at: name.offset, count: name.count))
    }
  }
}
