/// A Swift identifier that stands for a key of a flag document.
package struct SwiftName: Sendable, Hashable {
  /// The identifier without backticks, as code writes it behind a dot: `flags.isEnabled(.newCheckout)`.
  package let text: String

  /// The identifier as a declaration writes it: a keyword in backticks.
  package var declared: String { Self.keywords.contains(text) ? "`\(text)`" : text }

  /// What a name is for, which decides how it begins and which names are taken already.
  package enum Role: Sendable, Hashable, CaseIterable {
    /// A static member of `FlagKey`: `newCheckout`.
    case flag
    /// The type with a flag's properties and variations, a member of `FlagKey`: `NewCheckout`.
    case type
    /// A static member of that type: `buttonColor`.
    case property
    /// A case of the enum of a flag's variations: `control`.
    case variation
  }

  /// Puts a key's words together in camel case; what it gives is not unique, and may be taken.
  ///
  /// - Words are what stands between dots, hyphens, underscores and everything else that no identifier may hold. A key
  ///   without any small letter is read as if it were written small.
  /// - The first word begins small, with a whole run of capitals (`URLHandler`: `urlHandler`); in a type it begins with
  ///   a capital. The others begin with a capital; the rest of a word stays as it is.
  /// - Two digits that a separator keeps apart are kept apart by an underscore (`v2.1`: `v2_1`), and a first digit has
  ///   one before it. There is no other underscore.
  ///
  /// - Returns: The identifier; nil when nothing of the key can stand in one.
  static func camelCase(_ key: String, for role: Role) -> String? {
    var words = IdentifierScalars.words(of: key)
    guard !words.isEmpty else { return nil }
    if !key.unicodeScalars.contains(where: { ("a"..."z").contains($0) }) {
      words = words.map { $0.lowercasedInASCII }
    }
    var text = words[0].beginningSmall
    for word in words.dropFirst() {
      if text.utf8.last?.isDigit == true, word.utf8.first?.isDigit == true { text += "_" }
      text += word.beginningWithCapital
    }
    if role == .type {
      text = text.beginningWithCapital
      // A member of `FlagKey` as well, and no other member begins with a capital.
      return text.utf8.first?.isCapital == true ? text : "Flag" + text
    }
    return IdentifierScalars.canBegin(text) ? text : "_" + text
  }

  /// Words that a declaration can have as its name only in backticks ("The Swift Programming Language", Lexical
  /// Structure).
  private static let keywords: Set<String> = [
    "Any", "Self", "actor", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "macro", "nil", "open",
    "operator", "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while",
  ]
}

extension String {
  fileprivate var lowercasedInASCII: String {
    String(decoding: utf8.map { $0.isCapital ? $0 + 32 : $0 }, as: UTF8.self)
  }

  /// The word with a capital first, when its first letter is one of ASCII's.
  fileprivate var beginningWithCapital: String {
    guard let first = utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return self }
    return String(decoding: [first - 32] + utf8.dropFirst(), as: UTF8.self)
  }

  /// The word with its first capitals made small; the last of several stays where it begins the next word.
  fileprivate var beginningSmall: String {
    let capitals = utf8.prefix { $0.isCapital }.count
    let next = utf8.dropFirst(capitals).first
    let beginsNext = next.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
    let small = capitals > 1 && beginsNext ? capitals - 1 : capitals
    return String(decoding: utf8.prefix(small).map { $0 + 32 } + utf8.dropFirst(small), as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
