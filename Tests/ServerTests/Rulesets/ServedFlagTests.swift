import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct ServedFlagTests {
  private func flag(properties: Int, bytes: Int, rules: Int) -> ServedFlag {
    let text = String(repeating: "x", count: bytes)
    let names = (0..<properties).map { "p\($0)" }
    let document: JSONValue = [
      "key": "big", "kind": "release",
      "properties": .object(
        JSONObject(members: names.map { ($0, ["type": "string", "default": .string(text)] as JSONValue) })),
      "rules": .array(
        (0..<rules).map { number in
          [
            "id": .string("r_0000000\(number)"),
            "when": ["attribute": "n", "op": "=", "value": .number(Double(number))], "serve": "on",
          ]
        }),
    ]
    var item = ItemRecord(
      environmentID: "e", kind: .flag, id: "f", version: 1, revision: 1, schema: 1, isKilled: false, isGone: false,
      document: document.text(), digest: .zero, updatedAt: 0)
    item.digest = item.computedDigest
    let entry = FlagEntry(item)
    return ServedFlag(id: item.id, updatedAt: 0, entry, CompiledFlag(entry), firstCell: 0)
  }

  /// Rendering every outcome beforehand must not let one document take all memory.
  @Test(arguments: [(1, 10), (40, 60_000)])
  func answersAreTheSameWhetherTheyAreKeptOrRenderedOnDemand(properties: Int, bytes: Int) throws {
    let flag = flag(properties: properties, bytes: bytes, rules: 5)
    for number in 0..<5 {
      let context = FlagContext(attributes: ["n": .number(Double(number))])
      let outcome = flag.compiled.outcome(for: context, at: Timestamp(milliseconds: 0))
      let json = try JSONValue(parsing: flag.answers(for: outcome).evaluation + [UInt8(ascii: "}")])
      #expect(json["ruleId"] == .string("r_0000000\(number)"))
      #expect(json["properties"]?.objectValue?.count == properties)
    }
  }
}
