/// Puts a program together, condition by condition.
struct ProgramBuilder {
  private(set) var nodes: [ConditionNode] = []
  private(set) var names: [AttributeName] = []
  private(set) var literals: [PackedText] = []
  private(set) var spans: [LiteralSpan] = []
  private(set) var bytes: [UInt8] = []
  private(set) var draws: [DrawCode] = []
  private(set) var constants: [UInt64] = []
  private(set) var tests: [ValueTest] = []
  private(set) var importedDraws: [PreparedDraw] = []
  private(set) var nameTexts: [String] = []
  private(set) var drawSources: [DrawSource] = []
  private(set) var idSets: [LiteralSet] = []
  private(set) var sources: [Condition?] = []
  /// What the conditions refer to, in the order of their first use.
  private(set) var references = ReferenceUse()

  private var knownNames: [ExactString: Int16] = [:]

  /// Conditions built in code are cut off here; documents are limited long before.
  private static let maximumDepth = 64
  /// Texts of `equals` and `in` up to this many are compared one after another; more are hashed.
  private static let scanLimit = 8

  /// Adds a condition and gives its index, or nil when a comparison in it makes no sense.
  mutating func add(_ condition: Condition, registry: inout ReferenceRegistry, depth: Int = 1) -> Int32? {
    guard depth <= Self.maximumDepth, hasRoom else { return nil }
    let start = nodes.count
    switch condition {
    case .all(let parts):
      guard add(group: .all, parts, &registry, depth) else { return nil }
    case .any(let parts):
      guard add(group: .any, parts, &registry, depth) else { return nil }
    case .not(let part):
      guard add(group: .not, [part], &registry, depth) else { return nil }
    case .attribute(let comparison):
      guard let node = node(for: comparison) else { return nil }
      append(node, condition)
    default:
      guard let node = node(for: condition, &registry) else { return nil }
      append(node, condition)
    }
    nodes[start].end = Int32(nodes.count)
    return Int32(start)
  }

  private mutating func add(
    group: ConditionNode.Kind, _ parts: [Condition], _ registry: inout ReferenceRegistry, _ depth: Int
  ) -> Bool {
    append(ConditionNode(kind: group), nil)
    for part in parts where add(part, registry: &registry, depth: depth + 1) == nil { return false }
    return true
  }

  /// The conditions that must all hold for one to hold: the parts of an `all`, or the condition itself.
  func conjunction(at index: Int32) -> (first: Int32, end: Int32) {
    let node = nodes[Int(index)]
    return (node.kind == .all ? index + 1 : index, node.end)
  }

  /// Whether the numbers of names and draws still fit where they are kept; documents are limited long before.
  private var hasRoom: Bool { max(names.count, draws.count) < Int16.max }

  private mutating func append(_ node: ConditionNode, _ source: Condition?) {
    nodes.append(node)
    sources.append(source)
  }

  private mutating func node(for comparison: AttributeCondition) -> ConditionNode? {
    let attribute = self.attribute(comparison.attribute)
    func plain(_ kind: ConditionNode.Kind) -> ConditionNode { self.node(kind, attribute) }
    let first = comparison.values.first
    switch comparison.operator {
    case .exists: return plain(.exists)
    case .absent: return plain(.absent)
    case .startsWith, .endsWith:
      guard let text = first?.stringValue else { return nil }
      guard !comparison.ignoringCase else { break }
      var node = plain(comparison.operator == .startsWith ? .startsWith : .endsWith)
      node.first = literal(text)
      return node
    case .equals, .in:
      let texts = comparison.values.compactMap(\.stringValue)
      guard comparison.operator == .in || comparison.values.count == 1 else { return nil }
      guard !comparison.ignoringCase, texts.count == comparison.values.count, (1...Self.scanLimit).contains(texts.count)
      else { break }
      var node = plain(.oneOf)
      node.first = Int32(literals.count)
      node.count = UInt16(texts.count)
      for text in texts { _ = literal(text) }
      return node
    case .numberEquals, .numberNotEquals, .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let relation = Relation(comparison.operator), let number = first?.numberValue else { return nil }
      var node = plain(.number)
      node.relation = relation
      node.first = constant(number.bitPattern)
      return node
    default: break
    }
    guard let test = ValueTest(comparison) else { return nil }
    tests.append(test)
    var node = plain(.test)
    node.first = Int32(tests.count - 1)
    return node
  }

  /// A condition that is neither a group nor a comparison.
  private mutating func node(for condition: Condition, _ registry: inout ReferenceRegistry) -> ConditionNode? {
    var node: ConditionNode
    switch condition {
    case .percent(let rollout):
      let draw = draw(rollout.draw, salt: rollout.salt, by: rollout.by)
      node = ConditionNode(kind: .percent)
      node.first = constant(UInt64(draw))
      _ = constant(threshold(of: rollout.percent, draw: draw))
      _ = constant(UInt64(bitPattern: rollout.deadline?.microseconds ?? .max))
      references.use(instant: rollout.deadline)
    case .now(let relation, let instant):
      node = ConditionNode(kind: .now, relation: relation == .before ? .less : .greaterOrEqual)
      node.first = constant(UInt64(bitPattern: instant.microseconds))
      references.use(instant: instant)
    case .segment(let key):
      node = ConditionNode(kind: .segment)
      node.first = references.use(segment: key, &registry)
    case .flag(let key, let variation):
      node = ConditionNode(kind: .flag)
      node.first = constant(UInt64(references.use(flag: key, &registry)))
      _ = constant(UInt64(literal(variation)))
    case .behaviour(let fact):
      node = ConditionNode(kind: .fact)
      node.first = references.use(fact: fact, &registry)
    case .list(let list):
      // Not within the call: it would look for the name among those before this one.
      let attribute = list.by.map { self.attribute($0) } ?? AttributeIndex.unit
      node = self.node(.list, attribute)
      node.first = Int32(idSets.count)
      idSets.append(LiteralSet(list.ids))
    case .listed(let list):
      let attribute = list.by.map { self.attribute($0) } ?? AttributeIndex.unit
      node = self.node(.listed, attribute)
      node.first = references.use(list: list.digest, &registry)
    case .all, .any, .not, .attribute:
      return nil
    }
    return node
  }

  // MARK: - Parts

  /// A condition that looks at an attribute.
  private func node(_ kind: ConditionNode.Kind, _ attribute: Int16) -> ConditionNode {
    var node = ConditionNode(kind: kind, attribute: attribute)
    if attribute >= 0 {
      node.name = names[Int(attribute)].packed
      node.hash = names[Int(attribute)].hash
    }
    return node
  }

  /// The index of an attribute's name.
  mutating func attribute(_ name: String) -> Int16 {
    if let known = knownNames[ExactString(name)] { return known }
    if name.hasSameBytes(as: "userID") { return AttributeIndex.userID }
    if name.hasSameBytes(as: "deviceID") { return AttributeIndex.deviceID }
    let packed = PackedName(name).words
    let offset = packed.isLong ? store(name) : 0
    names.append(
      AttributeName(
        packed: packed, offset: offset, count: UInt16(clamping: name.utf8.count), hash: AttributeName.hash(packed)))
    nameTexts.append(name)
    let index = Int16(clamping: names.count - 1)
    knownNames[ExactString(name)] = index
    return index
  }

  /// Adds a draw and gives its index.
  mutating func draw(
    _ algorithm: DrawAlgorithm, purpose: DrawPurpose = .rollout, salt: String, by: String?, totalWeight: UInt64? = nil
  ) -> Int32 {
    var code = DrawCode(attribute: by.map { attribute($0) } ?? AttributeIndex.unit, imported: -1, salt: 0, saltCount: 0)
    if algorithm == .sha256 {
      code.salt = store(salt)
      code.saltCount = UInt32(salt.utf8.count)
    } else {
      importedDraws.append(
        PreparedDraw(algorithm, purpose: purpose, salt: salt, totalWeight: totalWeight))
      code.imported = Int16(clamping: importedDraws.count - 1)
    }
    draws.append(code)
    drawSources.append(DrawSource(algorithm: algorithm, salt: salt))
    return Int32(draws.count - 1)
  }

  /// Numbers of a draw below this are in.
  func threshold(of percent: Percentage, draw: Int32) -> UInt64 {
    let imported = draws[Int(draw)].imported
    return imported < 0 ? UInt64(percent.micro) : importedDraws[Int(imported)].threshold(of: percent)
  }

  /// Keeps a number and gives its index.
  mutating func constant(_ bits: UInt64) -> Int32 {
    constants.append(bits)
    return Int32(constants.count - 1)
  }

  private mutating func literal(_ text: String) -> Int32 {
    let packed = text.withBytes { PackedText(UnsafeRawBufferPointer($0)) }
    literals.append(packed)
    spans.append(LiteralSpan(offset: store(text), count: UInt32(text.utf8.count)))
    return Int32(literals.count - 1)
  }

  /// Keeps a text's bytes and gives their place.
  private mutating func store(_ text: String) -> UInt32 {
    bytes.append(contentsOf: text.utf8)
    return UInt32(bytes.count - text.utf8.count)
  }

  /// Notes another flag that is asked for outside of the conditions.
  mutating func use(flag key: String, _ registry: inout ReferenceRegistry) -> Int32 {
    references.use(flag: key, &registry)
  }

  /// Notes an instant at which answers change.
  mutating func use(instant: Timestamp?) {
    references.use(instant: instant)
  }
}
