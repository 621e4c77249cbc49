import SerinFlags

/// Finds the places of one source that name flags, by what the whole code base declares.
struct ReferenceFinder {
  let source: SwiftSource
  let declarations: Declarations
  let keyTypes: Set<String>
  /// Whether the source was generated.
  let isGenerated: Bool
  var walk: TypeWalk
  /// What was found, by offset and key, so that a place that several rules see counts once.
  var found: [Mark: CodeReferenceKind] = [:]
  /// What the code says of flags, with the offset of the place.
  var claims: [(mark: Mark, content: CodeClaim.Content)] = []

  /// An offset in the source and the flag that is named there.
  struct Mark: Hashable {
    var offset: Int
    var key: ExactString
  }

  init(_ source: SwiftSource, declarations: Declarations) {
    self.source = source
    self.declarations = declarations
    keyTypes = declarations.keyTypes
    isGenerated = source.isGenerated
    walk = TypeWalk(source)
  }

  /// Goes through the source once.
  mutating func find() {
    for type in source.types where type.isEnum && declarations.catalogs.contains(type.name) { findCases(of: type) }
    for index in source.tokens.indices where source.isName(index) {
      // Constants without a type before them are those of the type around them, whatever rule finds them.
      walk.advance(to: index)
      if let open = source.callBracket(after: index), !source.isWord(index - 1, "func") {
        findCall(at: index, open: open)
      }
      if let dot = dotOfMember(behind: index) { findMember(at: index, dot: dot) }
      if let name = typeName(at: index), keyTypes.contains(name) { findTypedPlace(at: index, type: name) }
      if source.isWord(index, "declared") { findDeclaredList(at: index) }
    }
  }

  /// Notes a place.
  ///
  /// A place that several rules see keeps what the first of them said. What generated code says of its own declarations
  /// is no use of a flag.
  mutating func note(_ keys: some Sequence<ExactString>, _ kind: CodeReferenceKind, at token: Int) {
    if isGenerated, kind != .declaration { return }
    for key in keys {
      let mark = Mark(offset: source.tokens[token].start, key: key)
      if found[mark] == nil { found[mark] = kind }
    }
  }

  /// Notes what code says of a flag.
  mutating func claim(_ content: CodeClaim.Content, of key: ExactString, at token: Int) {
    claims.append((Mark(offset: source.tokens[token].start, key: key), content))
  }

  /// The kind of a reference through a constant of a type.
  func kind(of type: String) -> CodeReferenceKind { declarations.catalogs.contains(type) ? .catalog : .generated }

  private mutating func findCases(of type: TypeDeclaration) {
    for found in source.cases(of: type) { note([ExactString(found.rawValue)], .declaration, at: found.token) }
  }

  /// The dot between a type and its member; the type arguments of a carrier stand before it.
  private func dotOfMember(behind index: Int) -> Int? {
    if source.isSign(index + 1, ".") { return source.isName(index + 2) ? index + 1 : nil }
    guard source.isSign(index + 1, "<"), let name = source.name(index), KeyConstructors.carriers.contains(name),
      let dot = source.endOfTypeArguments(at: index + 1)
    else { return nil }
    return source.isSign(dot, ".") && source.isName(dot + 1) ? dot : nil
  }

  /// The name of a type; `Self` is the type around it.
  private func typeName(at index: Int) -> String? {
    source.isWord(index, "Self") ? walk.open.last?.name : source.name(index)
  }

  /// `FlagKey.newCheckout`, `ShopFlag.newCheckout`, `FlagKey.NewCheckout.color`: noted where the whole name begins.
  private mutating func findMember(at index: Int, dot: Int) {
    guard let type = source.name(index), let keys = declarations.keys[type],
      let member = source.name(dot + 1), let named = keys[member]
    else { return }
    // A constructor of the same name as a flag's, such as `FlagKey.release(…)`, is no flag.
    if source.callBracket(after: dot + 1) != nil { return }
    var start = index
    while source.isSign(start - 1, "."), source.isName(start - 2) { start -= 2 }
    let isListed = source.isSign(start - 1, "[")
    note(named, kind(of: type), at: start)
    // The first element of a list tells what the others are.
    if isListed, keyTypes.contains(type), let close = source.partner(start - 1) {
      find(in: (start - 1)..<(close + 1), expecting: type)
    }
  }
}
