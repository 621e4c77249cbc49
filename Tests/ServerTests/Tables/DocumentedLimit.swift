import SerinFlags

@testable import Server

/// A limit of what is sent, as the served OpenAPI document has it.
struct DocumentedLimit: Sendable, Hashable, CustomStringConvertible {
  /// The operation.
  let id: String
  /// Where: `query`, `header` or `body`, then members with a dot and elements with `[]`.
  let place: String
  /// The smallest number, or the shortest text; nil where nothing is said.
  var minimum: Int?
  /// The largest number, or the longest text or list; nil where nothing is said.
  var maximum: Int?
  /// The form that a text must have; nil where nothing is said.
  var pattern: String?

  var description: String { "\(id) \(place)" }

  /// Every limit of the parameters and bodies of a document's operations.
  static func all(in document: JSONValue) -> [DocumentedLimit] {
    let components = document["components"]?["schemas"] ?? .null
    var found: [DocumentedLimit] = []
    for (_, item) in document["paths"]?.objectValue ?? [:] {
      for (_, operation) in item.objectValue ?? [:] {
        guard let id = operation["operationId"]?.stringValue else { continue }
        for parameter in operation["parameters"]?.arrayValue ?? [] {
          let place = (parameter["in"]?.stringValue ?? "") + "." + (parameter["name"]?.stringValue ?? "")
          collect(parameter["schema"] ?? .null, id, place, components, into: &found)
        }
        for (_, content) in operation["requestBody"]?["content"]?.objectValue ?? [:] {
          collect(content["schema"] ?? .null, id, "body", components, into: &found)
        }
      }
    }
    return found
  }

  private static func collect(
    _ schema: JSONValue, _ id: String, _ place: String, _ components: JSONValue, into found: inout [DocumentedLimit]
  ) {
    if let reference = schema["$ref"]?.stringValue {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      return collect(components[name] ?? .null, id, place, components, into: &found)
    }
    func number(_ names: String...) -> Int? {
      names.lazy.compactMap { schema[$0]?.numberValue.flatMap(Int.init(exactly:)) }.first
    }
    let limit = DocumentedLimit(
      id: id, place: place, minimum: number("minimum") ?? number("minLength", "minItems").flatMap { $0 > 0 ? $0 : nil },
      maximum: number("maximum", "maxLength", "maxItems"), pattern: schema["pattern"]?.stringValue)
    if limit.minimum != nil || limit.maximum != nil || limit.pattern != nil { found.append(limit) }
    for part in schema["anyOf"]?.arrayValue ?? [] { collect(part, id, place, components, into: &found) }
    if let items = schema["items"] { collect(items, id, place + "[]", components, into: &found) }
    for (name, member) in schema["properties"]?.objectValue ?? [:] {
      collect(member, id, place + "." + name, components, into: &found)
    }
    if let values = schema["additionalProperties"], values.objectValue != nil {
      collect(values, id, place + ".{}", components, into: &found)
    }
  }
}
