/// A context laid out for evaluation: every attribute once, found by a small hash index and read when it is asked for.
///
/// It is made once for a context and then serves any number of flags; it is valid only inside the call of
/// ``withBinding(of:_:)`` and on its thread. Nothing is allocated on the heap for a context of up to eight attributes, as
/// long as the texts that conditions look at have up to ``TextArena/size`` bytes together; a larger one takes one block.
struct BoundContext {
  /// The context's attributes.
  let members: UnsafePointer<JSONObject.Member>?
  /// The two ids, then the attributes that are there and not null.
  let slots: UnsafeMutablePointer<AttributeSlot>
  /// The slots by their names' hashes; 0 is free.
  let index: UnsafeMutablePointer<UInt16>
  let mask: Int
  /// Room for texts that were read.
  let arena: UnsafeMutablePointer<TextArena>
  /// The user's id, else the device's, else nil: what is drawn on when a rule names nothing else.
  private(set) var unit: UnsafePointer<AttributeSlot>?

  /// Attributes beyond this many are not looked at: their places must fit into 16 bits.
  private static let maximumAttributes = 32_000

  /// Lays a context out and calls `body` with it.
  @inline(__always)
  static func withBinding<Result>(of context: FlagContext, _ body: (BoundContext) -> Result) -> Result {
    context.attributes.members.withUnsafeBufferPointer { members in
      let capacity = min(members.count, maximumAttributes) &+ 2
      var indexSize = 16
      while indexSize < 3 &* capacity { indexSize &*= 2 }
      let slotBytes = capacity &* MemoryLayout<AttributeSlot>.stride
      let arenaOffset = (slotBytes &+ indexSize &* 2 &+ 15) & ~15
      return withUnsafeTemporaryAllocation(
        byteCount: arenaOffset &+ MemoryLayout<TextArena>.size &+ TextArena.size, alignment: 16
      ) { memory in
        guard let start = memory.baseAddress else {
          preconditionFailure("a temporary allocation that is not empty has an address")
        }
        var bound = BoundContext(
          members: members.baseAddress, slots: start.bindMemory(to: AttributeSlot.self, capacity: capacity),
          index: (start + slotBytes).bindMemory(to: UInt16.self, capacity: indexSize), mask: indexSize &- 1,
          arena: (start + arenaOffset).bindMemory(to: TextArena.self, capacity: 1), unit: nil)
        bound.arena.initialize(to: TextArena(start: UnsafeMutableRawPointer(bound.arena + 1)))
        bound.fill(context.userID, context.deviceID, count: capacity &- 2)
        bound.unit = bound.filledID(AttributeIndex.userID) ?? bound.filledID(AttributeIndex.deviceID)
        defer { bound.arena.pointee.free() }
        return body(bound)
      }
    }
  }

  @inline(__always)
  private func fill(_ userID: String?, _ deviceID: String?, count: Int) {
    index.initialize(repeating: 0, count: mask &+ 1)
    let noName = PackedText(head: 0, tail: 0)
    slots.initialize(to: AttributeSlot(name: noName, member: -1))
    (slots + 1).initialize(to: AttributeSlot(name: noName, member: -1))
    readID(userID, into: slots)
    readID(deviceID, into: slots + 1)
    guard let members else { return }
    var last = 1
    for position in 0..<count {
      if case .null = members[position].value { continue }
      let name = members[position].key.words
      last &+= 1
      (slots + last).initialize(to: AttributeSlot(name: name, member: Int16(truncatingIfNeeded: position)))
      var place = Int(AttributeName.hash(name)) & mask
      while index[place] != 0 { place = (place &+ 1) & mask }
      index[place] = UInt16(truncatingIfNeeded: last)
    }
  }
}
