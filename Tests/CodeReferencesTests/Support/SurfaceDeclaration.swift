/// A line of the recorded public surface: `Path.name(labels)  [kind]  declaration`.
struct SurfaceDeclaration: CustomStringConvertible {
  /// A parameter, as the declaration writes it.
  struct Parameter {
    var label: String?
    var name: String
    var type: String
  }

  /// The path of the declaration, with labels.
  let description: String
  let kind: String
  let parameters: [Parameter]
  private let declaration: String

  init?(_ line: String) {
    let parts = line.split(separator: "  ", maxSplits: 2).map(String.init)
    guard parts.count == 3, parts[1].hasPrefix("["), parts[1].hasSuffix("]") else { return nil }
    description = parts[0]
    kind = String(parts[1].dropFirst().dropLast())
    declaration = parts[2]
    parameters = Self.parameters(of: parts[2])
  }

  /// The places of the parameters that are a flag's key, several keys, or something that carries one.
  var keyPlaces: [Int] {
    guard ["method", "type.method", "init", "enum.case", "subscript", "func"].contains(kind) else { return [] }
    return parameters.indices.filter { isKey(parameters[$0], at: $0) }
  }

  private func isKey(_ parameter: Parameter, at place: Int) -> Bool {
    if parameter.type.contains("->") { return false }
    let carried = ["FlagKey", "FlagCatalog", "FlagProperty", "Experiment"]
    if carried.contains(where: parameter.type.contains) { return true }
    guard ["String", "[String]", "[String]?", "Set<String>"].contains(parameter.type) else { return false }
    let names = ["key", "keys", "flag", "flags", "undecided", "changedKeys"]
    if names.contains(parameter.name) || parameter.label.map(names.contains) ?? false { return true }
    return place == 0 && declaration.hasSuffix("-> FlagKey")
  }

  /// Code that calls it, with a key at one place, and what must be said to the compiler before.
  func call(withKeyAt place: Int) -> String {
    let arguments = parameters.enumerated().map { index, parameter in
      let value = index == place ? key(of: parameter.type) : "something"
      return parameter.label.map { "\($0): \(value)" } ?? value
    }
    let list = arguments.joined(separator: ", ")
    let path = description.prefix { $0 != "(" }.split(separator: ".").map(String.init)
    let type = path.dropLast().joined(separator: ".")
    switch kind {
    case "init": return "_ = \(type)(\(list))"
    case "method": return "func read(_ receiver: \(type)) { _ = receiver.\(path.last ?? "")(\(list)) }"
    case "subscript": return "func read(_ receiver: \(type)) { _ = receiver[\(list)] }"
    case "func": return "_ = \(path.last ?? "")(\(list))"
    default: return "_ = \(type).\(path.last ?? "")(\(list))"
    }
  }

  private func key(of type: String) -> String {
    if type.contains("FlagCatalog") { return "ShopFlag.theKey" }
    if type.contains("FlagProperty") { return ".theProperty" }
    if type.contains("Experiment") { return ".theExperiment" }
    let value = type.contains("FlagKey") ? ".theKey" : "\"the_key\""
    return type.hasPrefix("[") || type.hasPrefix("Set<") ? "[\(value)]" : value
  }

  /// What stands between the first brackets of a declaration, by its commas.
  private static func parameters(of declaration: String) -> [Parameter] {
    guard let open = declaration.firstIndex(of: "(") else { return [] }
    var parts = [""]
    var depth = 0
    for character in declaration[declaration.index(after: open)...] {
      if depth == 0, character == ")" { break }
      if "([<".contains(character) { depth += 1 } else if ")]>".contains(character) { depth -= 1 }
      if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.compactMap(parameter)
  }

  private static func parameter(_ text: String) -> Parameter? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let names = text[..<colon].split(separator: " ").map(String.init)
    guard let label = names.first else { return nil }
    let type = text[text.index(after: colon)...].split(separator: " = ").first ?? ""
    return Parameter(
      label: label == "_" ? nil : label, name: names.last ?? label,
      type: type.trimmingBlanks().replacing("...", with: ""))
  }
}

extension Substring {
  fileprivate func trimmingBlanks() -> String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
