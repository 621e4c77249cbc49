import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct DocumentPlanTests {
  @Test func `what was exported changes nothing`() async throws {
    let bench = try await DocumentBench()
    let plan = try await bench.plan(try await bench.export())
    #expect(plan.lines == [] && plan.problems.isEmpty && plan.edits.isEmpty)
    #expect(plan.notMentioned.flags.isEmpty && plan.notMentioned.environments.isEmpty)
  }

  @Test func `a change is shown place by place and then written`() async throws {
    let bench = try await DocumentBench()
    let document = try await bench.export()
      .setting("flags", "new_checkout", "description", to: "One page")
      .setting("flags", "new_checkout", "environments", "production", "default", to: "on")
      .setting("segments", "beta", to: ["kind": "list", "environments": ["staging": ["list": ["alice"]]]])
    let expected = [
      "create segment beta: kind", "create segment beta in staging: list", "update flag new_checkout: description",
      "update flag new_checkout in production: default",
    ]
    let plan = try await bench.plan(document)
    #expect(plan.lines == expected)
    let change = try #require(plan.parts.last?.changes.first)
    #expect(change.before == "off" && change.after == "on")
    let before = try await bench.state()
    let applied = try await bench.apply(document)
    #expect(applied.isApplied && applied.lines == expected)
    // One row for the segment's environment, one for the flag's; development is not touched.
    let after = try await bench.state()
    #expect(zip(after, before).map { $0 - $1 } == [2, 0, 1, 1])
    #expect(try await bench.flag("new_checkout").document["default"] == "on")
    #expect(try await bench.bench.audit().last?.entry.via == "import")
    #expect(try await bench.plan(document).lines == [])
  }

  @Test func `what the document does not mention is left alone and listed`() async throws {
    let bench = try await DocumentBench()
    let plan = try await bench.apply([
      "schema": 1, "flags": ["new": DocumentBench.flag(in: "production")],
      "segments": ["beta": ["kind": "list", "environments": [:]]],
    ])
    #expect(plan.notMentioned.flags == ["new_checkout", "welcome_text"])
    #expect(plan.notMentioned.environments == ["development", "staging", "production"])
    #expect(try await bench.flag("welcome_text").flag.archivedAt == nil)
    #expect(try await bench.plan(["schema": 1]).notMentioned.segments == ["beta"])
  }

  @Test func `an environment is never removed or disabled by a document that lacks it (Unleash#3447)`() async throws {
    let bench = try await DocumentBench()
    let whole = try await bench.export()
    let document = whole.setting("environments", "staging", to: nil)
      .setting("flags", "new_checkout", "environments", "staging", to: nil)
    let plan = try await bench.apply(document, prune: true)
    #expect(plan.lines == [])
    #expect(plan.notMentioned.environments == ["staging"])
    #expect(try await bench.export() == whole)
  }

  @Test func `pruning archives flags and deletes segments that nothing uses then`() async throws {
    let bench = try await DocumentBench()
    let user = DocumentBench.flag(
      ["rules": [["id": "r_0000000a", "when": ["segment": "used"], "serve": "on"]]], in: "production")
    let list: JSONValue = ["kind": "list", "environments": ["production": ["list": ["alice"]]]]
    let outer: JSONValue = ["kind": "conditions", "environments": ["production": ["segment": "inner"]]]
    try await bench.apply([
      "schema": 1, "flags": ["user": user], "segments": ["used": list, "inner": list, "outer": outer],
    ])
    let flags: JSONValue = ["schema": 1, "flags": ["user": user]]
    // Without the member "segments" the document says nothing of any.
    #expect(
      try await bench.plan(flags, prune: true).lines == ["archive flag new_checkout", "archive flag welcome_text"])
    let document = flags.setting("segments", to: [:])
    let plan = try await bench.apply(document, prune: true)
    #expect(
      plan.lines == [
        "archive flag new_checkout", "archive flag welcome_text", "delete segment inner", "delete segment outer",
      ])
    #expect(plan.notMentioned.segments == ["used"])
    #expect(try await bench.flag("new_checkout").flag.archivedAt != nil)
    #expect(try await bench.plan(document, prune: true).lines == [])
    #expect(try await bench.plan(document).lines == [])
  }

  @Test func `an archived flag comes back with its rules and salts, and edited at once`() async throws {
    let bench = try await DocumentBench()
    let live = try await bench.export()
    try await bench.apply(live.setting("flags", "new_checkout", "archived", to: true))
    #expect(try await bench.flag("new_checkout").flag.archivedAt != nil)
    let archived = try await bench.export()
    #expect(archived.at("flags", "new_checkout", "archived") == true)
    let edited = archived.setting("flags", "new_checkout", "owner", to: "others")
    let refused = try await bench.refused(edited)
    #expect(refused.code == .conflict && refused.errors.map(\.path) == ["flags.new_checkout"])
    let plan = try await bench.apply(edited.setting("flags", "new_checkout", "archived", to: nil))
    #expect(plan.lines == ["unarchive flag new_checkout: owner"])
    #expect(try await bench.export() == live.setting("flags", "new_checkout", "owner", to: "others"))
  }

  @Test func `a new environment has every flag, those with content as the document says`() async throws {
    let bench = try await DocumentBench()
    let exported = try await bench.export()
    let production = try #require(exported.at("flags", "new_checkout", "environments", "production"))
    let document =
      exported
      .setting("environments", "qa", to: ["name": "Test", "position": 7])
      .setting("flags", "new_checkout", "environments", "qa", to: production)
      .setting("flags", "welcome_text", to: nil)
      .setting("segments", "beta", to: ["kind": "list", "environments": ["qa": ["list": ["alice"]]]])
    let plan = try await bench.apply(document)
    #expect(plan.lines.first == "create environment qa: name, position, protected, approvalsNeeded, keepsContexts")
    #expect(try await bench.flag("new_checkout", in: "qa").document["rules"] == production["rules"])
    let text = try await bench.flag("welcome_text", in: "qa")
    #expect(text.document["default"] == "off" && text.document["rules"] == nil)
    let environment = try bench.bench.place("qa").environment
    #expect(environment.name == "Test" && environment.position == 7 && environment.revision == 1)
    #expect(try await bench.plan(document).lines == [])
  }

  @Test func `the key of a deleted flag stays its own, and it comes back in new environments too`() async throws {
    let bench = try await DocumentBench()
    let document = try await bench.export()
    let project = try bench.bench.place().project
    let ann = try bench.bench.person("ann")
    try await bench.bench.flags.setDeleted(true, "welcome_text", in: project, by: ann, reason: "old")
    #expect(try await bench.export().at("flags", "welcome_text") == nil)
    let refused = try await bench.refused(document)
    #expect(refused.code == .conflict && refused.errors.map(\.path) == ["flags.welcome_text"])
    try await bench.apply(
      document.setting("flags", "welcome_text", to: nil).setting("environments", "qa", to: [:]))
    try await bench.bench.flags.setDeleted(false, "welcome_text", in: project, by: ann, reason: "needed")
    #expect(try await bench.flag("welcome_text", in: "qa").document["default"] == "off")
    #expect(try await bench.flag("welcome_text").document["default"] == "on")
  }

  @Test func `a property that one environment gets arrives in the others with its default`() async throws {
    let bench = try await DocumentBench()
    let color: JSONValue = ["type": "string", "default": "red"]
    let exported = try await bench.export()
    let mentioned = exported.setting("flags", "new_checkout", "environments", "staging", to: nil)
      .setting("flags", "new_checkout", "environments", "development", to: nil)
      .setting("flags", "new_checkout", "environments", "production", "properties", "color", to: color)
    let plan = try await bench.apply(mentioned)
    #expect(plan.lines.count == 3)
    #expect(try await bench.flag("new_checkout", in: "staging").document["properties"]?["color"] == color)
    // A document that says it of one environment and another thing of the next contradicts itself.
    let contradiction = try await bench.export()
      .setting("flags", "new_checkout", "environments", "staging", "properties", "color", to: nil)
    #expect(
      try await bench.refused(contradiction).errors.map(\.path)
        == ["flags.new_checkout.environments.staging.properties"])
  }
}

extension DocumentBench {
  func flag(_ key: String, in environment: String = "production") async throws -> FlagView {
    try await bench.flag(key, in: environment)
  }
}
