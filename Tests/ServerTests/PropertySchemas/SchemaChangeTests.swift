import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// The schema of a property belongs to the flag, as its type does.
@Suite struct SchemaChangeTests {
  private let staging = "/api/v1/projects/shop/environments/staging/flags/new_checkout"
  private let production = Fixture.flags + "/new_checkout"

  /// Changes the schema of the flag's number in one environment's document.
  private func set(_ schema: JSONValue?, _ path: String, in fixture: Fixture, on value: Double? = nil) async -> Answer {
    var document = await fixture.control(.get, path)["document"]?.objectValue ?? [:]
    var properties = document["properties"]?.objectValue ?? [:]
    var property = properties["max_items"]?.objectValue ?? [:]
    property["schema"] = schema
    properties["max_items"] = .object(property)
    document["properties"] = .object(properties)
    if let value {
      document["variations"] = [
        "off": ["enabled": false], "on": ["enabled": true, "properties": ["max_items": .number(value)]],
      ]
    }
    let body: JSONValue = ["document": .object(document), "reason": "limits"]
    return await fixture.control(.put, path, body.text(), headers: [("If-Match", "*")])
  }

  private func schema(_ path: String, _ fixture: Fixture) async -> JSONValue? {
    await fixture.control(.get, path)["document"]?["properties"]?["max_items"]?["schema"]
  }

  @Test func aSchemaIsTheSameInEveryEnvironmentAndLeavesOneRowInEach() async throws {
    let fixture = try await Fixture()
    let limits: JSONValue = ["minimum": 1, "maximum": 10]
    let answer = await set(limits, production, in: fixture)
    #expect(answer.status == 200)
    #expect(await schema(production, fixture) == limits)
    #expect(await schema(staging, fixture) == limits)
    let rows = await fixture.control(.get, "/api/v1/projects/shop/audit?limit=1000")["entries"]?.arrayValue?
      .filter { $0["action"] == "flag.replace" }
    #expect(rows?.count == 3)
    #expect(
      rows?.first?["after"]?["flag"]?["propertyTypes"]?["max_items"] == ["type": "number", "schema": limits])
    #expect(rows?.first?["before"]?["flag"]?["propertyTypes"]?["max_items"] == "number")
    // Taken away again it is gone everywhere.
    #expect(await set(nil, staging, in: fixture).status == 200)
    #expect(await schema(production, fixture) == nil)
  }

  @Test func aSchemaThatValuesOfAnotherEnvironmentDoNotFitIsRefusedWithEnvironmentVariationAndPath() async throws {
    let fixture = try await Fixture()
    #expect(await set(nil, staging, in: fixture, on: 8).status == 200)
    let refused = await set(["maximum": 6], production, in: fixture)
    #expect(refused.status == 422)
    #expect(
      refused.faults
        == "environments.staging.flags.new_checkout.variations.on.properties.max_items: 8 is more than 6")
    #expect(await schema(production, fixture) == nil)
    #expect(await set(["maximum": 8], production, in: fixture).status == 200)
  }

  @Test func aSchemaThatValuesHereDoNotFitIsRefused() async throws {
    let fixture = try await Fixture()
    let refused = await set(["maximum": 4], production, in: fixture)
    #expect(refused.faults == "flags.new_checkout.variations.on.properties.max_items: 5 is more than 4")
  }

  @Test func aSchemaIsNoChangeOfTheTypeAndTheTypeStillStays() async throws {
    let fixture = try await Fixture()
    #expect(await set(["maximum": 10], production, in: fixture).status == 200)
    var document = await fixture.control(.get, production)["document"]?.objectValue ?? [:]
    document["properties"] = ["max_items": ["type": "string", "default": "3"]]
    document["variations"] = nil
    document["rules"] = []
    let body: JSONValue = ["document": .object(document)]
    let refused = await fixture.control(.put, production, body.text(), headers: [("If-Match", "*")])
    #expect(refused.faults.hasPrefix("document.properties.max_items.type: cannot change from number to string"))
  }

  @Test func evaluationsAndExportsAreTheSameBytesWithAndWithoutLookingAtASchema() async throws {
    let fixture = try await Fixture()
    let body = #"{"context":{"userID":"alice","attributes":{"country":"DE"}}}"#
    let before = await fixture.evaluate("/v1/evaluate/new_checkout", body)
    #expect(await set(["type": "integer", "maximum": 10], production, in: fixture).status == 200)
    let after = await fixture.evaluate("/v1/evaluate/new_checkout", body)
    #expect(after["properties"] == before["properties"])
    #expect(after["ruleId"] == before["ruleId"])
    let ruleset = "/api/v1/projects/shop/environments/production/ruleset"
    let export = await fixture.control(.get, ruleset)
    let applied = await fixture.control(
      .post, "/api/v1/projects/shop/environments/production/apply", #"{"document":\#(export.text)}"#)
    #expect(applied["results"]?.arrayValue?.allSatisfy { $0["result"] == "unchanged" } == true)
    #expect(await fixture.control(.get, ruleset).bytes == export.bytes)
  }

  @Test func aProtectedEnvironmentIsNotReachedByASchemaOfAnotherOne() async throws {
    let bench = try await PlanBench()
    try await bench.protect()
    let refused = await refusal {
      try await bench.flags.perform(
        .replace(
          flag: "welcome_text",
          FlagPatch(
            content: .members([
              "properties": ["text": ["type": "string", "default": "hello", "schema": ["maxLength": 20]]]
            ]), base: nil)),
        in: bench.place("staging"), by: bench.person("ann"), reason: "")
    }
    #expect(refused?.code == .approvalRequired)
  }
}
