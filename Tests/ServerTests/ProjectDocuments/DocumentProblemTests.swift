import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct DocumentProblemTests {
  /// T13: what must not come in by a file, and where it is found.
  static let smuggled: [(JSONValue, String)] = [
    (["schema": 1, "role": "admin"], "role"),
    (["schema": 1, "roles": ["eve": "admin"]], "roles"),
    (["schema": 1, "tokens": [["kind": "admin"]]], "tokens"),
    (["schema": 1, "audit": []], "audit"),
    (["schema": 1, "project": ["key": "other"]], "project.key"),
    (["schema": 1, "project": ["key": "shop", "id": "p_1"]], "project.id"),
    (["schema": 1, "environments": ["staging": ["tokens": []]]], "environments.staging.tokens"),
    (["schema": 1, "environments": ["staging": ["id": "e_7"]]], "environments.staging.id"),
    (
      ["schema": 1, "flags": ["new_checkout": ["kind": "release", "owner": "x", "role": "admin"]]],
      "flags.new_checkout.role"
    ),
    (["schema": 1, "segments": ["s": ["kind": "list", "projectId": "p_2"]]], "segments.s.projectId"),
  ]

  @Test(arguments: smuggled)
  func `what must never come in by a document is refused at its place (T13)`(
    document: JSONValue, path: String
  ) async throws {
    let bench = try await DocumentBench()
    let good = document.setting("flags", "fine", to: DocumentBench.flag(in: "production"))
    let refused = try await bench.refused(good)
    #expect(refused.status == 422)
    #expect(refused.errors.map(\.path) == [path])
    #expect(try await bench.bench.flags.flag("fine", in: bench.bench.place().project) == nil)
  }

  static let bad: [(JSONValue, String)] = [
    (["schema": 2], "schema"), (["flags": [:]], "schema"), ([], ""), (["schema": 1, "flags": []], "flags"),
    (["schema": 1, "project": ["name": ""]], "project.name"),
    (["schema": 1, "environments": ["staging": ["position": -1]]], "environments.staging.position"),
    (["schema": 1, "environments": ["staging": ["protected": "yes"]]], "environments.staging.protected"),
    (["schema": 1, "environments": ["staging": ["approvalsNeeded": 11]]], "environments.staging.approvalsNeeded"),
    (["schema": 1, "environments": ["a b": [:]]], #"environments["a b"]"#),
    (["schema": 1, "flags": ["f": ["kind": "release", "owner": "x"]]], "flags.f.environments"),
    (["schema": 1, "flags": ["f": DocumentBench.flag(in: "mars")]], "flags.f.environments.mars"),
    (
      ["schema": 1, "flags": ["f": DocumentBench.flag(["owner": "x"], in: "production")]],
      "flags.f.environments.production.owner"
    ),
    (
      ["schema": 1, "flags": ["f": DocumentBench.flag(["colour": "x"], in: "production")]],
      "flags.f.environments.production.colour"
    ),
    (
      ["schema": 1, "flags": ["f": DocumentBench.flag(["default": "blue"], in: "production")]],
      "flags.f.environments.production.default"
    ),
    (["schema": 1, "flags": ["f": DocumentBench.flag(in: "production").setting("owner", to: nil)]], "flags.f.owner"),
    (
      ["schema": 1, "flags": ["f": DocumentBench.flag(in: "production").setting("archived", to: "yes")]],
      "flags.f.archived"
    ),
    (["schema": 1, "segments": ["s": ["kind": "all"]]], "segments.s.kind"),
    (
      ["schema": 1, "segments": ["s": ["kind": "list", "environments": ["production": ["percent": ["percent": 5]]]]]],
      "segments.s.environments.production"
    ),
    (["schema": 1, "segments": ["s": ["kind": "list", "tags": [""]]]], "segments.s.tags[0]"),
  ]

  @Test(arguments: bad)
  func `a bad value is named by its place, once`(document: JSONValue, path: String) async throws {
    let bench = try await DocumentBench()
    let refused = try await bench.refused(document)
    #expect(refused.status == 422)
    #expect(Set(refused.errors.map(\.path)).first?.hasPrefix(path) == true, "\(refused.errors)")
    #expect(refused.errors.count == 1, "\(refused.errors)")
  }

  @Test func `every problem is told and not only the first`() async throws {
    let bench = try await DocumentBench()
    let rule: JSONValue = ["id": "r_0000000a", "when": ["segment": "none"], "serve": "on"]
    let plan = try await bench.plan([
      "schema": 1, "role": "admin",
      "flags": [
        "a": DocumentBench.flag(["default": "blue"], in: "production"),
        "b": DocumentBench.flag(["rules": [rule]], in: "production", "staging"),
      ], "segments": ["s": ["kind": "none"]],
    ])
    #expect(
      plan.faults == [
        "role", "segments.s.kind", "flags.a.environments.production.default",
        "flags.b.environments.staging.rules[0].when.segment", "flags.b.environments.production.rules[0].when.segment",
      ])
  }

  @Test func `a flag whose prerequisite is missing names it (PostHog#65271)`() async throws {
    let bench = try await DocumentBench()
    let needs: JSONObject = ["prerequisites": [["flag": "base", "enabled": true]]]
    let document: JSONValue = ["schema": 1, "flags": ["f": DocumentBench.flag(needs, in: "production")]]
    let refused = try await bench.refused(document)
    #expect(refused.errors.map(\.path) == ["flags.f.environments.production.prerequisites[0].flag"])
    #expect(refused.errors.first?.message.contains("base") == true)
    let whole = document.setting("flags", "base", to: DocumentBench.flag(in: "production"))
    #expect(try await bench.apply(whole).isApplied)
    // Pruning would take it away again.
    let pruned = try await bench.refused(
      document.setting("flags", "f", "owner", to: "others"), prune: true)
    #expect(pruned.errors.map(\.path) == ["flags.f.environments.production.prerequisites[0].flag"])
  }

  @Test func `a cycle is refused in each environment where it is`() async throws {
    let bench = try await DocumentBench()
    func flag(_ other: String) -> JSONValue {
      DocumentBench.flag(["prerequisites": [["flag": .string(other), "enabled": true]]], in: "staging", "production")
    }
    let refused = try await bench.refused(["schema": 1, "flags": ["a.b": flag("c"), "c": flag("a.b")]])
    #expect(refused.errors.count == 2)
    #expect(refused.errors.allSatisfy { $0.message.contains("cycle") })
    #expect(refused.errors.first?.path.hasPrefix("flags.a.b.environments.staging.prerequisites") == true)
  }

  @Test func `the key of a deleted segment and another kind of one are refused`() async throws {
    let bench = try await DocumentBench()
    let list: JSONValue = ["kind": "list", "environments": ["production": ["list": ["alice"]]]]
    let document: JSONValue = ["schema": 1, "segments": ["s": list]]
    try await bench.apply(document)
    let other = try await bench.refused(document.setting("segments", "s", "kind", to: "conditions"))
    #expect(other.errors.map(\.path) == ["segments.s.kind"])
    try await bench.apply(["schema": 1, "segments": [:]], prune: true)
    let again = try await bench.refused(document)
    #expect(again.code == .conflict && again.errors.map(\.path) == ["segments.s"])
  }

  @Test func `a document neither kills nor takes a kill back`() async throws {
    let bench = try await DocumentBench()
    let before = try await bench.export()
    let killing = before.setting("flags", "welcome_text", "environments", "production", "killed", to: true)
    #expect(
      try await bench.refused(killing).errors.map(\.path) == ["flags.welcome_text.environments.production.killed"])
    _ = try await bench.bench.flags.setKilled(
      true, "welcome_text", in: try bench.bench.place(), by: try bench.bench.person("ann"), reason: "")
    #expect(try await bench.apply(before).lines == [])
    #expect(try await bench.apply(killing).lines == [])
    try await bench.apply(before.setting("flags", "welcome_text", "environments", "production", "default", to: "off"))
    #expect(try await bench.flag("welcome_text").item.isKilled)
  }

  @Test func `a property keeps its type, and its place says where`() async throws {
    let bench = try await DocumentBench()
    let document = try await bench.export().setting(
      "flags", "new_checkout", "environments", "production", "properties", "max_items",
      to: ["type": "string", "default": "3"])
    let plan = try await bench.plan(document)
    #expect(plan.faults.first == "flags.new_checkout.environments.production.variations.on.properties.max_items")
    let sound = document.setting(
      "flags", "new_checkout", "environments", "production", "variations", "on", "properties", "max_items", to: "5")
    #expect(
      try await bench.plan(sound).faults.contains(
        "flags.new_checkout.environments.production.properties.max_items.type"))
  }

  @Test func `members that are not known stay where nothing else changes, and are refused where something does`()
    async throws
  {
    let bench = try await DocumentBench()
    let item = try await bench.flag("welcome_text").item
    var stored = try #require(try JSONValue(parsing: Array(item.document.utf8)).objectValue)
    stored["hue"] = "blue"
    var edit = Edit(audit: Caller.setup.entry("flag.replace", "flag:\(item.id)", reason: ""))
    edit.items = [
      ItemWrite(
        environmentID: item.environmentID, kind: .flag, id: item.id, document: stored.text,
        expects: .version(item.version))
    ]
    let commit = try await bench.bench.store.commit(Change(chain: try bench.bench.place().project.id, edits: [edit]))
    await bench.bench.keeper.take(commit)
    let document = try await bench.export()
    #expect(document.at("flags", "welcome_text", "environments", "production", "hue") == "blue")
    #expect(try await bench.plan(document).lines == [])
    let edited = document.setting("flags", "welcome_text", "environments", "production", "default", to: "off")
    #expect(
      try await bench.refused(edited).errors.map(\.path) == ["flags.welcome_text.environments.production.hue"])
  }
}
