/// A type or an extension in a source.
struct TypeDeclaration: Sendable {
  /// The last part of its name: `Flag` of `extension Shop.Flag`.
  var name: String
  /// The last parts of what stands behind its colon.
  var inherited: [String]
  /// Whether it is an enum, which has cases.
  var isEnum: Bool
  /// Whether it is a struct, which gets an initialiser with its properties.
  var isStruct: Bool
  /// The tokens between its braces.
  var body: Range<Int>
}

extension SwiftSource {
  /// The most tokens between the keyword of a type and its brace.
  private static let longestHeading = 500

  private func beginsType(_ index: Int) -> Bool {
    guard has(index), tokens[index].kind == .identifier, isName(index + 1), !isSign(index - 1, ".") else {
      return false
    }
    return isWord(index, "enum") || isWord(index, "struct") || isWord(index, "extension") || isWord(index, "class")
      || isWord(index, "actor") || isWord(index, "protocol")
  }

  /// The type or extension whose keyword is a token, or nil.
  func type(at keyword: Int) -> TypeDeclaration? {
    guard beginsType(keyword), var name = name(keyword + 1) else { return nil }
    let end = keyword + Self.longestHeading
    var index = keyword + 2
    while isSign(index, "."), let part = self.name(index + 1) {
      name = part
      index += 2
    }
    var inherited: [String] = []
    if isSign(index, "<") {
      guard let behind = endOfTypeArguments(at: index) else { return nil }
      index = behind
    }
    if isSign(index, ":") {
      index += 1
      while index < end, !isSign(index, "{"), !isWord(index, "where"),
        let behind = endOfTypeArgumentsOrToken(at: index)
      {
        if let part = self.name(index), !isSign(index + 1, ".") { inherited.append(part) }
        index = behind
      }
    }
    if isWord(index, "where") {
      while index < end, !isSign(index, "{") { index += 1 }
    }
    guard isSign(index, "{"), let close = partner(index) else { return nil }
    return TypeDeclaration(
      name: name, inherited: inherited, isEnum: isWord(keyword, "enum"), isStruct: isWord(keyword, "struct"),
      body: (index + 1)..<close)
  }

  private func endOfTypeArgumentsOrToken(at index: Int) -> Int? {
    isSign(index, "<") ? endOfTypeArguments(at: index) : next(after: index)
  }
}

/// Says, while the tokens of a source are gone through in order, in which types the present one stands.
struct TypeWalk {
  private let types: [TypeDeclaration]
  private var following = 0
  /// The types around the token, the innermost last.
  private(set) var open: [TypeDeclaration] = []

  init(_ source: SwiftSource) {
    types = source.types
  }

  /// Goes on to a token; never back.
  mutating func advance(to index: Int) {
    while following < types.count, types[following].body.lowerBound <= index {
      leave(before: types[following].body.lowerBound)
      open.append(types[following])
      following += 1
    }
    leave(before: index)
  }

  private mutating func leave(before index: Int) {
    while let last = open.last, last.body.upperBound <= index { open.removeLast() }
  }

  /// The most types around a token whose constants are looked for; nobody writes more into each other.
  private static let deepest = 32

  /// Where a constant without its type may be declared: the types around the token, the innermost first, and the top of a
  /// file, whose name is empty.
  var scopes: [String] { open.suffix(Self.deepest).reversed().map(\.name) + [""] }

  /// The name of the innermost type, or an empty text at the top of the file.
  var container: String { open.last?.name ?? "" }
}
