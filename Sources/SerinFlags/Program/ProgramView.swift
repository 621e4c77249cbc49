/// The plain memory of a program: one block, so that deciding a flag touches few places in memory.
///
/// A header tells where each part begins. It is valid as long as its ``Program`` lives.
struct ProgramView: BitwiseCopyable {
  private let base: UnsafeRawPointer

  /// Where the parts begin, in bytes from the header's own beginning.
  private struct Header: BitwiseCopyable {
    var ruleCount: Int32 = 0
    /// The outcome when no rule decides.
    var fallback: Int32 = 0
    /// Whether the flag looks at others, at segments or at facts.
    var hasRequirements = false
    var nodes: UInt32 = 0
    var names: UInt32 = 0
    var literals: UInt32 = 0
    var spans: UInt32 = 0
    var draws: UInt32 = 0
    var arms: UInt32 = 0
    var constants: UInt32 = 0
    var text: UInt32 = 0
    var outcomes: UInt32 = 0
    var outcomeCount: UInt32 = 0
  }

  /// Lays the parts out one behind another.
  static func make(
    _ builder: ProgramBuilder, _ rules: FlagRules, in memory: inout ProgramMemory?
  ) -> (view: ProgramView, slab: ProgramMemory.Slab) {
    var header = Header(
      ruleCount: Int32(rules.rules.count), fallback: rules.fallback, hasRequirements: rules.hasRequirements)
    var size = rulesOffset + rules.rules.count * MemoryLayout<CompiledRule>.stride
    // Every part has a multiple of its alignment as size, and none is aligned to more than eight bytes.
    func place<Element>(_ elements: [Element]) -> UInt32 {
      size = (size + 7) & ~7
      defer { size += elements.count * MemoryLayout<Element>.stride }
      return UInt32(size)
    }
    // What is read most often lies together.
    header.nodes = place(builder.nodes)
    header.literals = place(builder.literals)
    header.draws = place(builder.draws)
    header.constants = place(builder.constants)
    header.arms = place(rules.arms)
    header.text = place(builder.bytes)
    header.names = place(builder.names)
    header.spans = place(builder.spans)
    let references = rules.outcomes.map { UInt(bitPattern: $0.reference) }
    header.outcomes = place(references)
    header.outcomeCount = UInt32(references.count)
    let (block, slab) = memory?.allocate(size) ?? ProgramMemory.alone(size)
    block.storeBytes(of: header, as: Header.self)
    func write<Element: BitwiseCopyable>(_ elements: [Element], at offset: Int) {
      elements.withUnsafeBytes { source in
        if let start = source.baseAddress { (block + offset).copyMemory(from: start, byteCount: source.count) }
      }
    }
    write(rules.rules, at: rulesOffset)
    write(builder.nodes, at: Int(header.nodes))
    write(builder.names, at: Int(header.names))
    write(builder.literals, at: Int(header.literals))
    write(builder.spans, at: Int(header.spans))
    write(builder.draws, at: Int(header.draws))
    write(rules.arms, at: Int(header.arms))
    write(builder.constants, at: Int(header.constants))
    write(builder.bytes, at: Int(header.text))
    write(references, at: Int(header.outcomes))
    return (ProgramView(base: UnsafeRawPointer(block)), slab)
  }

  private static var rulesOffset: Int { (MemoryLayout<Header>.size + 7) & ~7 }

  @inline(__always)
  private var header: UnsafePointer<Header> { base.assumingMemoryBound(to: Header.self) }

  @inline(__always)
  private func part<Element>(_ offset: UInt32, _ type: Element.Type) -> UnsafePointer<Element> {
    (base + Int(offset)).assumingMemoryBound(to: type)
  }

  @inline(__always)
  var ruleCount: Int { Int(header.pointee.ruleCount) }
  /// The outcome when no rule decides.
  @inline(__always)
  var fallback: Int32 { header.pointee.fallback }
  /// Asks for what deciding reads first, so that it arrives while the context is laid out.
  @inline(__always)
  func prefetch(_ engine: DigestEngine) {
    engine.prefetch?(base, Self.prefetchedSize)
  }

  /// Asks for the first answers, so that they arrive while the flag is decided.
  @inline(__always)
  func prefetchOutcomes(_ engine: DigestEngine) {
    guard let prefetch = engine.prefetch else { return }
    let references = part(header.pointee.outcomes, UnsafeRawPointer.self)
    for index in 0..<min(Int(header.pointee.outcomeCount), Self.prefetchedOutcomes) {
      prefetch(references[index], 64)
    }
  }

  /// Most flags have no more answers.
  private static let prefetchedOutcomes = 4

  /// As much as a flag with a few rules has; fetching beyond a program does no harm.
  private static let prefetchedSize = 768

  /// Whether the flag looks at others, at segments or at facts.
  @inline(__always)
  var hasRequirements: Bool { header.pointee.hasRequirements }

  /// One of the flag's answers.
  @inline(__always)
  func evaluation(_ outcome: Int32) -> Evaluation {
    let references = part(header.pointee.outcomes, UnsafeRawPointer.self)
    return Evaluation(reference: references[Int(outcome)])
  }

  @inline(__always)
  var rules: UnsafePointer<CompiledRule> { part(UInt32(Self.rulesOffset), CompiledRule.self) }
  @inline(__always)
  var arms: UnsafePointer<CompiledArm> { part(header.pointee.arms, CompiledArm.self) }
  @inline(__always)
  var nodes: UnsafePointer<ConditionNode> { part(header.pointee.nodes, ConditionNode.self) }
  @inline(__always)
  var names: UnsafePointer<AttributeName> { part(header.pointee.names, AttributeName.self) }
  @inline(__always)
  var literals: UnsafePointer<PackedText> { part(header.pointee.literals, PackedText.self) }
  @inline(__always)
  var draws: UnsafePointer<DrawCode> { part(header.pointee.draws, DrawCode.self) }
  /// Numbers by their bits, thresholds, and instants in microseconds since 1970.
  @inline(__always)
  var constants: UnsafePointer<UInt64> { part(header.pointee.constants, UInt64.self) }

  @inline(__always)
  func bytes(at offset: UInt32, count: UInt32) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: part(header.pointee.text, UInt8.self) + Int(offset), count: Int(count))
  }

  @inline(__always)
  func bytes(ofLiteral index: Int) -> UnsafeBufferPointer<UInt8> {
    let span = part(header.pointee.spans, LiteralSpan.self)[index]
    return bytes(at: span.offset, count: span.count)
  }

  /// Whether an attribute's text is the literal of an index.
  @inline(__always)
  func isLiteral(_ index: Int, _ slot: UnsafePointer<AttributeSlot>) -> Bool {
    let packed = literals[index]
    guard slot.pointee.value == packed else { return false }
    return !packed.isLong || isLongLiteral(index, slot)
  }

  @inline(never)
  private func isLongLiteral(_ index: Int, _ slot: UnsafePointer<AttributeSlot>) -> Bool {
    bytesAreEqual(
      bytes(ofLiteral: index), UnsafeBufferPointer(start: slot.pointee.bytes, count: Int(slot.pointee.count)))
  }
}

/// What a program has besides conditions when it is a flag's.
struct FlagRules {
  var rules: [CompiledRule] = []
  var arms: [CompiledArm] = []
  var fallback: Int32 = 0
  var hasRequirements = false
  /// The flag's answers, which the flag itself holds.
  var outcomes: [Evaluation] = []
}
