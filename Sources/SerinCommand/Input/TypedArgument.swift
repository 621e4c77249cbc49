import SerinFlags

/// An argument of the form `NAME=VALUE` or `NAME:TYPE=VALUE`: an attribute of a context, or a property of a flag.
///
/// Everything behind the first `=` is the value, whatever it holds. A name that itself holds a colon, an equals sign
/// or a backslash is written with a backslash before it: `urn\:team=red` is the attribute `urn:team`.
struct TypedArgument: Sendable, Hashable {
  /// How the text of a value is read.
  enum Kind: String, CaseIterable, Sendable {
    case string, number, boolean, json
  }

  /// The name, its escapes undone.
  var name: String
  /// The type as written; string when none is.
  var kind: Kind
  /// The value.
  var value: JSONValue

  /// Reads an argument.
  ///
  /// - Parameters:
  ///   - text: what was typed.
  ///   - option: the option it was given to, for messages.
  /// - Throws: a usage failure that names the option, the text and what is allowed.
  init(_ text: String, of option: OptionSpec) throws(CommandFailure) {
    let (name, typeName, rest) = Self.split(text)
    guard let rest else {
      throw .usage("\(option.dashed): \"\(text)\" has no \"=\"; the form is NAME=VALUE or NAME:TYPE=VALUE")
    }
    guard !name.isEmpty else { throw .usage("\(option.dashed): \"\(text)\" has no name before the \"=\"") }
    guard let kind = typeName.map({ Kind(rawValue: $0) }) ?? .string else {
      let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage(
        "\(option.dashed): \"\(typeName ?? "")\" is not a type of \"\(name)\"; there are \(kinds)"
          + " (a colon in a name is written \\:)")
    }
    self.name = name
    self.kind = kind
    value = try Self.value(of: rest, as: kind, for: name, option: option)
  }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - text: the value as typed.
  ///   - kind: how it is read; numbers and JSON as RFC 8259 writes them.
  ///   - name: whose value it is, for messages.
  ///   - option: the option it was given to, for messages.
  static func value(
    of text: String, as kind: Kind, for name: String, option: OptionSpec
  ) throws(CommandFailure) -> JSONValue {
    let start = "\(option.dashed) \(name): \"\(text)\" is not"
    switch kind {
    case .string: return .string(text)
    case .boolean:
      guard text == "true" || text == "false" else { throw .usage("\(start) a boolean (true or false)") }
      return .bool(text == "true")
    case .number:
      do {
        let value = try JSONValue(parsing: Array(text.utf8), options: .control)
        if value.numberValue != nil { return value }
      } catch {
        throw .usage("\(start) a number such as 31 or -0.5: \(error.message)")
      }
      throw .usage("\(start) a number such as 31 or -0.5")
    case .json:
      do {
        return try JSONValue(parsing: Array(text.utf8), options: .control)
      } catch {
        throw .usage("\(start) JSON: \(error.message)")
      }
    }
  }

  /// Splits at the first colon and the first equals sign that are not escaped.
  private static func split(_ text: String) -> (name: String, type: String?, value: String?) {
    var name = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        if let next = rest.first, next == ":" || next == "=" || next == "\\" {
          name.append(next)
          rest.removeFirst()
        } else {
          name.append(character)
        }
      case "=": return (name, nil, String(rest))
      case ":":
        guard let equals = rest.firstIndex(of: "=") else { return (name, String(rest), nil) }
        return (name, String(rest[..<equals]), String(rest[rest.index(after: equals)...]))
      default: name.append(character)
      }
    }
    return (name, nil, nil)
  }
}
