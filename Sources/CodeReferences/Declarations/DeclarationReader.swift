import SerinFlags

/// Reads what one source declares.
struct DeclarationReader {
  let source: SwiftSource
  private var walk: TypeWalk

  init(_ source: SwiftSource) {
    self.source = source
    walk = TypeWalk(source)
  }

  /// Adds everything to the declarations of the code base.
  mutating func read(into declarations: inout Declarations) {
    for type in source.types { read(type, into: &declarations) }
    for index in source.tokens.indices where source.tokens[index].kind == .identifier {
      if source.isWord(index, "let") || source.isWord(index, "var") {
        walk.advance(to: index)
        var place: Int? = index
        while let next = place { place = readVariable(at: next, into: &declarations) }
      } else if source.isWord(index, "func") || source.isWord(index, "init") {
        walk.advance(to: index)
        readFunction(at: index, into: &declarations)
      } else if source.isWord(index, "await") {
        readChange(at: index, into: &declarations)
      } else if source.isWord(index, "in") {
        hideNames(before: index, in: &declarations)
      }
    }
  }

  private func read(_ type: TypeDeclaration, into declarations: inout Declarations) {
    if type.inherited.contains("FlagCatalog") { declarations.catalogs.insert(type.name) }
    // The type of the raw values has to come first.
    guard type.isEnum, type.inherited.first == "String" else { return }
    for found in source.cases(of: type) {
      let value = ExactString(found.rawValue)
      declarations.textCases[type.name, default: [:]][found.name, default: []].insert(value)
    }
  }

  /// Reads the variable whose name is behind a token; gives the comma behind which another one is declared.
  private func readVariable(at keyword: Int, into declarations: inout Declarations) -> Int? {
    guard let name = source.name(keyword + 1) else { return nil }
    var index = keyword + 2
    var type: String?
    if source.isSign(index, ":"), let found = source.typeName(at: index + 1) {
      type = found.name
      index = source.endOfType(named: found.index)
      note(name, type: found.name, in: &declarations)
      if let owner = walk.open.last, owner.isStruct {
        let parameter = Declarations.Parameter(label: name, position: nil, type: found.name)
        declarations.parameters[owner.name, default: []].insert(parameter)
      }
    }
    let constant = ConstantReader(source: source, container: walk.container, name: name, type: type)
    let value = startOfValue(at: index)
    if value.map({ constant.read(at: $0, into: &declarations) }) != true {
      declarations.hidden[source.path, default: []].insert(name)
    }
    return commaOfDeclaration(behind: index)
  }

  /// The comma of `let first = "a", second = "b"`, or nil where nothing more is declared.
  private func commaOfDeclaration(behind start: Int) -> Int? {
    var index = start
    while source.has(index), index - start < 40, index == start || !source.startsLine(index) {
      if source.isSign(index, ",") {
        let isDeclared = source.isAssignment(index + 2) || source.isSign(index + 2, ":")
        return source.isName(index + 1) && isDeclared ? index : nil
      }
      if source.isSign(index, "{") || source.isSign(index, ")") { return nil }
      index = source.next(after: index)
    }
    return nil
  }

  /// The names of a loop or of a closure's parameters: `for key in`, `{ key, index in`, `{ (key: String) in`.
  private func hideNames(before keyword: Int, in declarations: inout Declarations) {
    var index = keyword - 1
    while index >= 0, keyword - index < 24, !source.isSign(index, "{"), !source.isWord(index, "for") {
      if let name = source.name(index) { declarations.hidden[source.path, default: []].insert(name) }
      index -= 1
    }
  }

  /// Where the value of a variable begins, or what its getter returns.
  private func startOfValue(at index: Int) -> Int? {
    if source.isAssignment(index) { return index + 1 }
    guard source.isSign(index, "{"), source.partner(index) != nil else { return nil }
    var start = index + 1
    if source.isWord(start, "get"), source.isSign(start + 1, "{") { start += 2 }
    return source.isWord(start, "return") ? start + 1 : start
  }

  private func readFunction(at keyword: Int, into declarations: inout Declarations) {
    let isInitialiser = source.isWord(keyword, "init")
    // `init` is also called: only its declaration stands without a dot.
    if isInitialiser, source.isSign(keyword - 1, ".") { return }
    guard let name = isInitialiser ? walk.open.last?.name : source.name(keyword + 1) else { return }
    var index = isInitialiser ? keyword + 1 : keyword + 2
    if source.isSign(index, "?") || source.isSign(index, "!") { index += 1 }
    if source.isSign(index, "<") {
      guard let end = source.endOfTypeArguments(at: index) else { return }
      index = end
    }
    guard source.isSign(index, "(") else { return }
    for (position, parameter) in source.elements(in: index).enumerated() {
      read(parameter, at: position, of: name, into: &declarations)
    }
    if givesReader(behind: source.next(after: index)) { declarations.readers.insert(name) }
  }

  /// Whether what follows a function's parameters says that it gives a value that answers for flags.
  private func givesReader(behind parameters: Int) -> Bool {
    var index = parameters
    while source.isWord(index, "async") || source.isWord(index, "throws") || source.isWord(index, "rethrows") {
      index += 1
      if source.isSign(index, "(") { index = source.next(after: index) }
    }
    guard source.isSign(index, "-"), source.isSign(index + 1, ">"), let type = source.typeName(at: index + 2) else {
      return false
    }
    return KeyConstructors.readers.contains(type.name)
  }

  private func read(
    _ parameter: Range<Int>, at position: Int, of function: String, into declarations: inout Declarations
  ) {
    guard let colon = parameter.first(where: { source.isSign($0, ":") }), colon > parameter.lowerBound,
      let type = source.typeName(at: colon + 1), parameter.contains(type.index)
    else { return }
    let hasTwoNames = source.isName(colon - 2) && colon - 2 >= parameter.lowerBound
    let label = source.name(hasTwoNames ? colon - 2 : colon - 1)
    declarations.parameters[function, default: []].insert(
      Declarations.Parameter(
        label: label == "_" ? nil : label, position: label == "_" ? position : nil, type: type.name))
    guard let name = source.name(colon - 1) else { return }
    note(name, type: type.name, in: &declarations)
    declarations.hidden[source.path, default: []].insert(name)
  }

  /// `for await change in flags.changes`: what comes has a snapshot.
  private func readChange(at keyword: Int, into declarations: inout Declarations) {
    let isLoop =
      source.isWord(keyword - 1, "for") || (source.isWord(keyword - 1, "try") && source.isWord(keyword - 2, "for"))
    guard isLoop, source.isWord(keyword + 2, "in"), let name = source.name(keyword + 1) else { return }
    var index = keyword + 3
    while source.isName(index), source.isSign(index + 1, ".") { index += 2 }
    if source.isWord(index, "changes") { declarations.readers.insert(name) }
  }

  private func note(_ name: String, type: String, in declarations: inout Declarations) {
    if KeyConstructors.readers.contains(type) { declarations.readers.insert(name) }
    declarations.holders[name, default: []].insert(type)
  }
}
