@testable import Server

/// How large the parts of a flag's document may be where a publisher writes it, and a flag with such a part.
struct DocumentLimitTable: Sendable, CustomStringConvertible {
  let name: String
  let limit: Int
  /// A document in which the part has a size.
  let document: @Sendable (Int) -> String

  var description: String { name }

  private init(_ name: String, _ limit: Int, _ document: @escaping @Sendable (Int) -> String) {
    self.name = name
    self.limit = limit
    self.document = document
  }

  private static func list(_ count: Int, _ element: (Int) -> String) -> String { LimitTable.list(count, element) }
  private static func text(_ count: Int) -> String { LimitTable.text(count) }

  private static func flag(
    owner: String = "w", rules: String = "[]", variations: String = "", properties: String = "{}", more: String = ""
  ) -> String {
    #"""
    {"kind":"release","owner":"\#(owner)","off":"off","default":"off","rules":\#(rules),"properties":\#(properties),
    "variations":{"off":{"enabled":false},"on":{"enabled":true}\#(variations)}\#(more)}
    """#
  }

  private static func rule(_ index: Int = 1, when: String = "", serve: String = #""on""#) -> String {
    let digits = String(index, radix: 16)
    return #"""
      {"id":"r_\#(String(repeating: "0", count: 8 - digits.count))\#(digits)",\#(when)"serve":\#(serve)}
      """#
  }

  private static func when(_ condition: String) -> String { "[\(rule(when: "\"when\":\(condition),"))]" }
  private static let comparison = #"{"attribute":"a","op":"equals","value":"x"}"#

  /// Platform limits of flags (what readers accept is twice as much).
  static let rows: [DocumentLimitTable] = [
    DocumentLimitTable("rules of a flag", 64) { flag(rules: list($0) { rule($0) }) },
    DocumentLimitTable("conditions of a rule", 64) {
      flag(rules: when(#"{"any":\#(list($0) { _ in comparison })}"#))
    },
    DocumentLimitTable("depth of conditions", 16) { depth in
      flag(rules: when((1..<depth).reduce(comparison) { inner, _ in #"{"not":\#(inner)}"# }))
    },
    DocumentLimitTable("values of a list in a condition", 1000) {
      flag(rules: when(#"{"attribute":"a","op":"in","values":\#(list($0) { "\"v\($0)\"" })}"#))
    },
    DocumentLimitTable("bytes of a value", 1024) {
      flag(rules: when(#"{"attribute":"a","op":"equals","value":"\#(text($0))"}"#))
    },
    DocumentLimitTable("bytes of a pattern", 1024) {
      flag(rules: when(#"{"attribute":"a","op":"matches","value":"\#(text($0))"}"#))
    },
    DocumentLimitTable("variations", 64) { count in
      flag(variations: (2..<count).map { #","v\#($0)":{"enabled":true}"# }.joined())
    },
    DocumentLimitTable("properties", 64) { count in
      flag(
        properties: "{" + (0..<count).map { #""p\#($0)":{"type":"number","default":1}"# }.joined(separator: ",") + "}")
    },
    DocumentLimitTable("bytes of a property", 65_536) {
      flag(properties: #"{"p":{"type":"string","default":"\#(text($0))"}}"#)
    },
    DocumentLimitTable("depth of a property", 16) { depth in
      let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return flag(properties: #"{"p":{"type":"json","default":\#(value)}}"#)
    },
    DocumentLimitTable("variations of a split", 64) { count in
      let arms = list(count) { #"{"variation":"\#($0 % 2 == 0 ? "on" : "off")","weight":1}"# }
      return flag(rules: "[\(rule(serve: #"{"split":\#(arms),"salt":"s"}"#))]")
    },
    DocumentLimitTable("bytes of the owner", 256) { flag(owner: text($0)) },
    DocumentLimitTable("bytes of the description", 4096) { flag(more: #","description":"\#(text($0))""#) },
    DocumentLimitTable("tags", 64) { flag(more: #","tags":\#(list($0) { "\"t\($0)\"" })"#) },
    DocumentLimitTable("prerequisites", 64) {
      flag(more: #","prerequisites":\#(list($0) { _ in #"{"flag":"new_checkout","enabled":true}"# })"#)
    },
  ]
}
