import Foundation
import Serin
import SerinFirebase
import SerinTesting
import Testing

@Suite struct MappingTests {
  private func flags(
    _ entries: JSONObject, user: String = "alice", properties: [String: [String]] = [:]
  ) async throws -> FeatureFlags {
    let flags = FirebaseBench(entries).client(user: user) { $0.properties = properties }
    try await flags.refresh()
    return flags
  }

  @Test func onlyTrueFalseAndFlagObjectsAreFlags() async throws {
    let flags = try await flags([
      "yes": "true", "no": "false", "flag": #" {"enabled": true} "#, "text": "hello", "number": "5", "empty": "",
      "object": #"{"a":1}"#, "array": "[1]", "TRUE": "TRUE", "quoted": #""true""#,
    ])
    #expect(Set(flags.snapshot.all.map(\.key)) == ["yes", "no", "flag"])
    #expect(flags.isEnabled("yes", default: false))
    #expect(flags.isEnabled("no", default: true) == false)
  }

  @Test(arguments: [
    #"{"enabled":"true","percentage":0.5}"#, #"{"percentage":0.5}"#, #"{"enabled":true,"percentage":"0.5"}"#,
    #"{"enabled":true,"percentage":50}"#, #"{"enabled":true,"percentage":-0.1}"#, #"{"enabled":true,"from":"soon"}"#,
    #"{"enabled":true,"from":"2027-02-30"}"#, #"{"enabled":true,"from":5}"#, #"{"enabled":true,"users":"alice"}"#,
    #"{"enabled":true,"users":[1]}"#, #"{"enabled":true,"variation":"off"}"#, #"{"enabled":true,"variation":""}"#,
    #"{"enabled":true,"properties":[]}"#, #"{"enabled":true,"percantage":0.1}"#, #"{"enabled":true"#,
  ])
  func aBrokenFlagIsMalformedAndTheOthersAreLeftAlone(_ text: String) async throws {
    let flags = try await flags(["broken": .string(text), "sound": "true"])
    #expect(flags.get("broken") == nil)
    #expect(flags.isEnabled("broken", default: true))
    #expect(flags.details(.release("broken", owner: "team", expires: "2030-01-01")).reason == .malformed)
    #expect(flags.isEnabled("sound", default: false))
  }

  @Test func aKeyMayBeginWithAnUnderscore() async throws {
    let flags = try await flags(["_hidden": "true"])
    #expect(flags.isEnabled("_hidden", default: false))
  }

  @Test func theVariationAndThePropertiesAreThoseOfAFlagThatIsOn() async throws {
    let parameter: JSONValue = .string(
      #"{"enabled":true,"percentage":0.15,"variation":"green","properties":{"color":"green","size":3}}"#)
    let key = "new_checkout_enabled"
    let inside = try #require(try await flags([key: parameter], user: "bob").get(key))
    #expect(inside.variation == "green")
    #expect(inside.string(forProperty: "color", default: "blue") == "green")
    #expect(inside.number(forProperty: "size", default: 1) == 3)
    let outside = try #require(try await flags([key: parameter], user: "alice").get(key))
    #expect(outside.variation == "off")
    #expect(outside.string(forProperty: "color", default: "blue") == "blue")
  }

  @Test func theRuleTellsWhyAUserHasIt() async throws {
    let parameter = canary(0.15, ["users": ["tester"]])
    let key = "new_checkout_enabled"
    #expect(try await flags([key: parameter], user: "tester").get(key)?.ruleId == "r_00000001")
    #expect(try await flags([key: parameter], user: "bob").get(key)?.ruleId == "r_00000002")
  }

  @Test func parametersMayBePropertiesOfAFlag() async throws {
    let entries: JSONObject = [
      "checkout": "false", "color_param": "green", "max_items": "5", "texts": #"{"title":"Hi"}"#, "beta": "true",
      "other": "x",
    ]
    let names = ["color_param", "max_items", "texts", "beta", "missing"]
    let flags = try await flags(entries, properties: ["checkout": names])
    let flag = try #require(flags.get("checkout"))
    #expect(flag.isEnabled == false)
    #expect(
      flag.properties == ["color_param": "green", "max_items": 5, "texts": ["title": "Hi"], "beta": true])
    #expect(flags.get("beta") == nil, "what is a property is not a flag")
  }

  @Test func aFlagWithoutAParameterOfItsOwnIsOffAndCarriesItsProperties() async throws {
    let flags = try await flags(["color_param": "green"], properties: ["checkout": ["color_param"], "none": ["x"]])
    #expect(flags.get("checkout")?.isEnabled == false)
    #expect(flags.get("checkout")?.string(forProperty: "color_param", default: "blue") == "green")
    #expect(flags.get("none") == nil)
  }

  @Test func theFlagsOwnPropertiesStandAboveParameters() async throws {
    let entries: JSONObject = [
      "checkout": #"{"enabled":true,"properties":{"color":"red"}}"#, "color": "green", "size": "1",
    ]
    let flags = try await flags(entries, properties: ["checkout": ["color", "size"]])
    #expect(flags.get("checkout")?.properties == ["color": "red", "size": 1])
  }
}
