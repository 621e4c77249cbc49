import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// SV-17: a value that the schema of its property does not allow is refused by every path that writes.
@Suite struct SchemaWriteTests {
  private static let schema: JSONValue = [
    "type": "object", "properties": ["columns": ["type": "integer", "maximum": 4]],
  ]

  /// The properties of the flag with a schema for its layout.
  private static func properties(_ schema: JSONValue? = schema, columns: JSONValue = 1) -> JSONValue {
    var layout: JSONObject = ["type": "json", "default": ["columns": columns]]
    layout["schema"] = schema
    return [
      "button_color": ["type": "string", "default": "blue"], "max_items": ["type": "number", "default": 3],
      "layout": .object(layout),
    ]
  }

  /// The variations of the flag with so many columns where it is on.
  private static func variations(_ columns: JSONValue) -> JSONValue {
    [
      "off": ["enabled": false],
      "on": [
        "enabled": true,
        "properties": ["button_color": "green", "max_items": 5, "layout": ["columns": columns]],
      ],
    ]
  }

  private static let onPath = "variations.on.properties.layout.columns"

  private static func bench() async throws -> PlanBench {
    let bench = try await PlanBench()
    try await bench.edit(["properties": properties()])
    // Two changes by one person at one instant would count as one.
    bench.clock.advance(milliseconds: 1)
    return bench
  }

  private func paths(_ problem: Problem?) -> [String] { problem?.errors.map(\.path) ?? [] }

  /// Writes a flag's item past every check.
  private func smuggle(
    _ bench: PlanBench, _ members: JSONObject, _ key: String = "new_checkout", in environment: String
  ) async throws {
    let view = try await bench.flag(key, in: environment)
    var document = FlagItem.document(from: view.document, key: key)
    for (name, value) in members { document[name] = value }
    var edit = Edit(audit: Caller.setup.entry("flag.replace", "flag:\(view.flag.id)", reason: ""))
    edit.items = [
      ItemWrite(
        environmentID: view.environment.id, kind: .flag, id: view.flag.id, document: document.text, expects: .present)
    ]
    let commit = try await bench.store.commit(Change(chain: view.flag.projectID, edits: [edit]))
    await bench.keeper.take(commit)
  }

  @Test(arguments: [
    ("default", properties(columns: 9), variations(2), "properties.layout.default.columns"),
    ("variation", properties(), variations(9), onPath), ("type", properties(), variations("2"), onPath),
    ("schema", properties(["maximun": 1]), variations(2), "properties.layout.schema.maximun"),
  ])
  func byCreatingReplacingAndApplying(name: String, properties: JSONValue, variations: JSONValue, path: String)
    async throws
  {
    let fixture = try await Fixture()
    let document: JSONValue = ["kind": "ops", "owner": "me", "properties": properties, "variations": variations]
    let created = await fixture.control(
      .post, Fixture.flags, (["key": "fresh", "document": document] as JSONValue).text())
    #expect(created.status == 422)
    #expect(created["errors"]?[0]?["path"]?.stringValue == "flags.fresh.\(path)")
    let replaced = await fixture.control(
      .put, Fixture.flags + "/new_checkout", (["document": document] as JSONValue).text(), headers: [("If-Match", "*")])
    #expect(replaced.status == 422)
    #expect(replaced["errors"]?[0]?["path"]?.stringValue == "flags.new_checkout.\(path)")
    for key in ["new_checkout", "fresh"] {
      let applied = await fixture.apply("\"\(key)\":\(document.text())")
      #expect(applied.status == 422)
      #expect(applied["errors"]?[0]?["path"]?.stringValue == "flags.\(key).\(path)")
    }
    #expect(await fixture.control(.get, Fixture.flags + "/fresh").status == 404)
  }

  @Test func byBrokenJSON() async throws {
    let fixture = try await Fixture()
    for document in [#"{"kind":"ops""#, #"{"kind":"ops","kind":"ops"}"#, #""flag""#, "[]", "nope"] {
      let answer = await fixture.control(.post, Fixture.flags, #"{"key":"fresh","document":\#(document)}"#)
      #expect([400, 422].contains(answer.status), "\(document)")
    }
    #expect(await fixture.control(.get, Fixture.flags + "/fresh").status == 404)
  }

  @Test func byAPatchThatIsPlannedOrProposed() async throws {
    let bench = try await Self.bench()
    let operation = PlannedOperation.replace(
      flag: "new_checkout", FlagPatch(content: .members(["variations": Self.variations(9)]), base: nil))
    for refused in [
      await refusal { try await bench.edit(["variations": Self.variations(9)]) },
      await refusal { try await bench.plan(operation) }, await refusal { try await bench.propose(operation) },
    ] {
      #expect(refused?.status == 422)
      #expect(paths(refused) == ["flags.new_checkout.\(Self.onPath)"])
    }
  }

  @Test func byAScheduleWhoseSchemaBecameNarrowerMeanwhile() async throws {
    let bench = try await Self.bench()
    let operation = PlannedOperation.replace(
      flag: "new_checkout", FlagPatch(content: .members(["variations": Self.variations(4)]), base: nil))
    let job = try await bench.plan(operation)
    let request = try await bench.propose(operation)
    try await bench.edit(["properties": Self.properties(["properties": ["columns": ["maximum": 3]]])])
    bench.clock.advance(milliseconds: PlanBench.hour)
    _ = try await bench.runner().runDue()
    #expect(try await bench.job(job.id).state == .failed)
    #expect(try await bench.job(job.id).lastError?.contains(Self.onPath) == true)
    let refused = await refusal {
      try await bench.approve(request)
      try await bench.apply(request)
    }
    #expect(refused?.status == 409 || refused?.status == 422)
    #expect(try await bench.flag().document["variations"]?["on"]?["properties"]?["layout"] == nil)
  }

  @Test func byPromotion() async throws {
    let bench = try await Self.bench()
    try await smuggle(bench, ["variations": Self.variations(9)], in: "staging")
    let promotion = PlannedPromotion(
      from: "staging", flags: ["new_checkout"], parts: [.values], bringsSegments: false)
    let refused = await refusal {
      try await bench.flags.perform(.promote(promotion), in: bench.place(), by: bench.person("ann"), reason: "")
    }
    #expect(refused?.status == 422)
    #expect(paths(refused) == ["flags.new_checkout.\(Self.onPath)"])
  }

  @Test func byRestoringAVersionWhoseSchemaOtherEnvironmentsHaveOutgrown() async throws {
    let bench = try await Self.bench()
    let narrow = try await bench.flag().versions
    try await bench.edit(["properties": Self.properties(["properties": ["columns": ["maximum": 12]]])])
    let staging = try bench.place("staging")
    try await bench.flags.perform(
      .replace(
        flag: "new_checkout", FlagPatch(content: .members(["variations": Self.variations(12)]), base: nil)),
      in: staging, by: bench.person("ann"), reason: "")
    let refused = await refusal {
      _ = try await bench.flags.restore(
        "new_checkout", to: narrow, in: bench.place(), by: bench.person("ann"), reason: "")
    }
    #expect(refused?.status == 422)
    #expect(paths(refused) == ["environments.staging.flags.new_checkout.\(Self.onPath)"])
    #expect(refused?.errors.first?.message == "12 is more than 4")
  }

  @Test func byUnarchivingAndUndeletingAFlagThatOthersWrote() async throws {
    let bench = try await Self.bench()
    let project = try bench.place().project
    let ann = try bench.person("ann")
    try await smuggle(bench, ["variations": Self.variations(9)], in: "staging")
    try await bench.flags.setArchived(true, "new_checkout", in: project, by: ann, reason: "")
    let unarchived = await refusal {
      try await bench.flags.setArchived(false, "new_checkout", in: project, by: ann, reason: "")
    }
    #expect(paths(unarchived) == ["environments.staging.flags.new_checkout.\(Self.onPath)"])
    try await smuggle(bench, ["variations": Self.variations(4)], in: "staging")
    try await bench.flags.setArchived(false, "new_checkout", in: project, by: ann, reason: "")
    try await smuggle(bench, ["variations": Self.variations(9)], in: "production")
    try await bench.flags.setDeleted(true, "new_checkout", in: project, by: ann, reason: "")
    let undeleted = await refusal {
      try await bench.flags.setDeleted(false, "new_checkout", in: project, by: ann, reason: "")
    }
    #expect(paths(undeleted) == ["environments.production.flags.new_checkout.\(Self.onPath)"])
  }
}
