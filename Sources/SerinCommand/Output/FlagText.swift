import SerinFlags

/// Describes flags to a person, from the documents that servers answer with.
///
/// It reads leniently: what it does not know it prints as JSON, so that an older program can still show a newer
/// server's flags.
enum FlagText {
  /// Whether the flag follows its rules here.
  static func state(of view: JSONValue) -> Table.Cell {
    if view["state"] == "deleted" { return Table.Cell("deleted") { $0.dim($1) } }
    if view["archived"]?.boolValue == true { return Table.Cell("archived") { $0.dim($1) } }
    if view["killed"]?.boolValue == true { return Table.Cell("killed") { $0.red($1) } }
    return Table.Cell("live") { $0.green($1) }
  }

  /// Everything about a flag, a row for each thing.
  static func table(of view: JSONValue) -> Table {
    let document = view["document"] ?? .null
    var table = Table()
    table.add("flag", .text(view["key"]) { $0.bold($1) })
    table.add("state", state(of: view))
    for member in ["kind", "owner", "description", "expires"] where document[member] != nil {
      table.add(Table.Cell(member), .text(document[member]))
    }
    if let tags = document["tags"]?.arrayValue, !tags.isEmpty {
      table.add("tags", Table.Cell(tags.map(plain).joined(separator: ", ")))
    }
    table.add("environment", .text(view["environment"]))
    table.add("version", .text(view["etag"]))
    table.add("updated", .text(view["updatedAt"]))
    for property in sorted(document["properties"]) {
      let type = plain(property.value["type"] ?? "?")
      let start = property.value["default"].map { ", default " + $0.text() } ?? ""
      table.add("property", Table.Cell("\(property.name): \(type)\(start)"))
    }
    for variation in sorted(document["variations"]) {
      table.add("variation", Table.Cell("\(variation.name): \(outcome(variation.value))"))
    }
    table.add("off", .text(document["off"]))
    table.add("default", .text(document["default"] ?? document["off"]))
    for prerequisite in document["prerequisites"]?.arrayValue ?? [] {
      table.add("requires", Table.Cell(RuleText.prerequisite(prerequisite)))
    }
    for (index, rule) in (document["rules"]?.arrayValue ?? []).enumerated() {
      table.add(Table.Cell("rule \(index + 1)"), Table.Cell(RuleText.sentence(of: rule)))
    }
    return table
  }

  /// Property values as `name = value`, in the order of their names.
  static func assignments(_ properties: JSONValue?) -> [String] {
    sorted(properties).map { "\($0.name) = \($0.value.text())" }
  }

  /// A string as it is, another value as JSON.
  static func plain(_ value: JSONValue) -> String { value.stringValue ?? value.text() }

  private static func outcome(_ variation: JSONValue) -> String {
    let state = variation["enabled"]?.boolValue == true ? "on" : "off"
    return ([state] + assignments(variation["properties"])).joined(separator: ", ")
  }

  private static func sorted(_ value: JSONValue?) -> [(name: String, value: JSONValue)] {
    value?.objectValue?.sortedMembers ?? []
  }
}
