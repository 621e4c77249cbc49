import SerinFlags
import Testing

@testable import Server

@Suite struct RuleIdentityTests {
  private func rules(_ bench: DocumentBench) async throws -> [JSONValue] {
    try await bench.bench.flag("f").document["rules"]?.arrayValue ?? []
  }

  private func document(_ rules: JSONValue) -> JSONValue {
    ["schema": 1, "flags": ["f": DocumentBench.flag(["rules": rules], in: "production")]]
  }

  private let loose: JSONValue = [
    ["when": ["attribute": "country", "op": "equals", "value": "DE"], "serve": "on"],
    [
      "rollout": ["percent": 10],
      "serve": ["split": [["variation": "on", "weight": 1], ["variation": "off", "weight": 1]]],
    ],
  ]

  @Test func `a rule without an id gets the one that the plan shows`() async throws {
    let bench = try await DocumentBench()
    let plan = try await bench.plan(document(loose))
    let shown = plan.parts.first { $0.environment == "production" }?.changes.first { $0.path == "rules" }?.after
    try await bench.apply(document(loose))
    let written = try await rules(bench)
    #expect(written.count == 2 && shown?.arrayValue == written)
  }

  @Test func `applied twice a rule without an id keeps the one that it got, and its salts`() async throws {
    let bench = try await DocumentBench()
    try await bench.apply(document(loose))
    let first = try await rules(bench)
    #expect(Set(first.compactMap { $0["id"]?.stringValue }).count == 2)
    #expect(try await bench.apply(document(loose)).lines == [])
    // Another rule before them makes no difference to them.
    let more: JSONValue = ["when": ["attribute": "plan", "op": "equals", "value": "pro"], "serve": "on"]
    try await bench.apply(document(.array([more] + (loose.arrayValue ?? []))))
    let second = try await rules(bench)
    #expect(second.count == 3 && Array(second.dropFirst()) == first)
  }

  @Test func `a rule that names its id and no salts keeps its salts when its percentage changes`() async throws {
    let bench = try await DocumentBench()
    try await bench.apply(document(loose))
    let old = try #require(try await rules(bench).last)
    let changed: JSONValue = [
      ["id": old["id"] ?? .null, "rollout": ["percent": 50], "serve": ["split": [["variation": "on", "weight": 1]]]]
    ]
    try await bench.apply(document(changed))
    let new = try #require(try await rules(bench).first)
    #expect(new.at("rollout", "percent") == 50)
    #expect(new.at("rollout", "salt") == old.at("rollout", "salt"))
    #expect(new.at("serve", "salt") == old.at("serve", "salt"))
  }

  @Test func `ids and salts of the document are taken as they are`() async throws {
    let bench = try await DocumentBench()
    let given: JSONValue = [
      ["id": "r_0000000a", "rollout": ["percent": 10, "salt": "mySalt12"], "serve": "on"]
    ]
    try await bench.apply(document(given))
    #expect(try await rules(bench).first?.at("rollout", "salt") == "mySalt12")
    #expect(try await rules(bench).first?["id"] == "r_0000000a")
  }

  @Test func `two flags of one document do not get the same salts`() async throws {
    let bench = try await DocumentBench()
    let flag = DocumentBench.flag(
      ["rules": [["rollout": ["percent": 10], "serve": "on"]]], in: "production", "staging")
    try await bench.apply(["schema": 1, "flags": ["f": flag, "g": flag]])
    var salts: Set<String> = []
    for key in ["f", "g"] {
      for environment in ["production", "staging"] {
        let rule = try await bench.bench.flag(key, in: environment).document["rules"]?.arrayValue?.first
        salts.insert(try #require(rule?.at("rollout", "salt")?.stringValue))
      }
    }
    #expect(salts.count == 4)
  }
}
