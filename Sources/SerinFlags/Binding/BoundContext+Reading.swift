extension BoundContext {
  /// The attribute that a condition looks at, or nil when it is absent, null or an empty id.
  @inline(__always)
  func slot(of node: ConditionNode, in view: ProgramView) -> UnsafePointer<AttributeSlot>? {
    guard node.attribute >= 0 else { return filledID(node.attribute) }
    return find(node.name, node.hash, node.attribute, in: view)
  }

  /// The attribute at an index, or nil when it is absent, null or an empty id.
  func slot(at attribute: Int16, in view: ProgramView) -> UnsafePointer<AttributeSlot>? {
    guard attribute >= 0 else { return filledID(attribute) }
    let name = view.names[Int(attribute)]
    return find(name.packed, name.hash, attribute, in: view)
  }

  @inline(__always)
  private func find(
    _ name: PackedText, _ hash: UInt16, _ attribute: Int16, in view: ProgramView
  ) -> UnsafePointer<AttributeSlot>? {
    var place = Int(hash) & mask
    while index[place] != 0 {
      let slot = slots + Int(index[place])
      if slot.pointee.name == name, !name.isLong || hasName(slot.pointee, view.names[Int(attribute)], in: view) {
        if slot.pointee.kind == .unread { read(slot) }
        return UnsafePointer(slot)
      }
      place = (place &+ 1) & mask
    }
    return nil
  }

  /// An id that is there and not empty.
  @inline(__always)
  func filledID(_ attribute: Int16) -> UnsafePointer<AttributeSlot>? {
    if attribute == AttributeIndex.unit { return unit }
    return id(attribute).flatMap { $0.pointee.count == 0 ? nil : $0 }
  }

  /// The user's or the device's id, an empty one included; nil when it is absent.
  @inline(__always)
  func id(_ attribute: Int16) -> UnsafePointer<AttributeSlot>? {
    let slot = slots + (attribute == AttributeIndex.deviceID ? 1 : 0)
    return slot.pointee.kind == .absent ? nil : UnsafePointer(slot)
  }

  /// The value as the context has it.
  func value(of slot: AttributeSlot) -> JSONValue {
    guard slot.member < 0 else { return members?[Int(slot.member)].value ?? .null }
    return slot.text.map { .string(String(decoding: $0, as: UTF8.self)) } ?? .null
  }

  @inline(never)
  private func read(_ slot: UnsafeMutablePointer<AttributeSlot>) {
    guard let members else { return }
    switch members[Int(slot.pointee.member)].value {
    case .string(let text): keep(text, in: slot)
    case .number(let number): set(slot, .number, number.bitPattern)
    case .bool(let bool): set(slot, .bool, bool ? 1 : 0)
    case .array, .object, .null: set(slot, .compound, 0)
    }
  }

  @inline(__always)
  func readID(_ id: String?, into slot: UnsafeMutablePointer<AttributeSlot>) {
    guard let id else {
      slot.pointee.kind = .absent
      return
    }
    keep(id, in: slot)
  }

  @inline(__always)
  private func set(_ slot: UnsafeMutablePointer<AttributeSlot>, _ kind: AttributeSlot.Kind, _ bits: UInt64) {
    slot.pointee.value = PackedText(head: bits, tail: 0)
    slot.pointee.kind = kind
  }

  @inline(__always)
  private func keep(_ text: String, in slot: UnsafeMutablePointer<AttributeSlot>) {
    text.withBytes { bytes in
      slot.pointee.value = PackedText(UnsafeRawBufferPointer(bytes))
      slot.pointee.bytes = arena.pointee.keep(bytes)
      slot.pointee.count = Int32(truncatingIfNeeded: bytes.count)
    }
    slot.pointee.kind = .string
  }

  /// Compares names that are too long to be packed whole.
  @inline(never)
  private func hasName(_ slot: AttributeSlot, _ name: AttributeName, in view: ProgramView) -> Bool {
    guard let members else { return false }
    return members[Int(slot.member)].name.withBytes { bytes in
      bytesAreEqual(bytes, view.bytes(at: name.offset, count: UInt32(name.count)))
    }
  }
}
