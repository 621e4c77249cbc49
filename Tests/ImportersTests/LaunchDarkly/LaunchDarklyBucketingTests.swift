import Importers
import SerinFlags
import Testing

struct LaunchDarklyBucketingTests {
  static let vectors = (try? Vectors.load("launchdarkly/bucketing.json"))?["vectors"]?.arrayValue ?? []

  @Test
  func theVectorsAreThere() {
    #expect(Self.vectors.count == 10)
  }

  private static func value(_ key: String, _ salt: String, _ rollout: JSONValue, user: String) throws -> JSONValue? {
    let flag: JSONValue = [
      "key": .string(key), "on": true, "salt": .string(salt), "variations": ["first", "second"], "offVariation": 1,
      "fallthrough": ["rollout": rollout],
    ]
    let imported = try LaunchDarklyImporter.read(["flags": .object(JSONObject(members: [(key, flag)]))])
    #expect(imported.effects == [])
    try expectRoundTrip(imported)
    return imported.answer(key, user: user)?.value
  }

  private static func variations(_ first: Double) -> JSONValue {
    [["variation": 0, "weight": .number(first)], ["variation": 1, "weight": .number(100_000 - first)]]
  }

  @Test(arguments: vectors)
  func aRolloutServesOnBothSidesOfTheBucketAsLaunchDarklyDoes(vector: JSONValue) throws {
    let key = try #require(vector["flagKey"]?.stringValue)
    let salt = try #require(vector["salt"]?.stringValue)
    let user = try #require(vector["contextKey"]?.stringValue)
    let below = (try #require(vector["bucket"]?.numberValue) * 100_000).rounded(.down)
    #expect(try Self.value(key, salt, ["variations": Self.variations(below)], user: user) == "second")
    #expect(try Self.value(key, salt, ["variations": Self.variations(below + 1)], user: user) == "first")
  }

  @Test(arguments: vectors)
  func anExperimentIsDrawnByItsSeed(vector: JSONValue) throws {
    let key = try #require(vector["flagKey"]?.stringValue)
    let user = try #require(vector["contextKey"]?.stringValue)
    let seed = try #require(vector["seed"])
    let below = (try #require(vector["bucket_seed61"]?.numberValue) * 100_000).rounded(.down)
    func rollout(_ first: Double) -> JSONValue {
      ["kind": "experiment", "seed": seed, "bucketBy": "ignored", "variations": Self.variations(first)]
    }
    #expect(try Self.value(key, "other", rollout(below), user: user) == "second")
    #expect(try Self.value(key, "other", rollout(below + 1), user: user) == "first")
  }

  @Test(arguments: vectors)
  func aSegmentTakesThePercentageThatLaunchDarklyTakes(vector: JSONValue) throws {
    let key = try #require(vector["flagKey"]?.stringValue)
    let user = try #require(vector["contextKey"]?.stringValue)
    let below = (try #require(vector["bucket"]?.numberValue) * 100_000).rounded(.down)
    for (weight, isIn) in [(below, false), (below + 1, true)] {
      let segment: JSONValue = [
        "key": .string(key), "salt": try #require(vector["salt"]),
        "rules": [["clauses": [], "weight": .number(weight)]],
      ]
      let flag: JSONValue = [
        "on": true, "variations": [false, true], "offVariation": 0, "fallthrough": ["variation": 0],
        "rules": [["variation": 1, "clauses": [["attribute": "", "op": "segmentMatch", "values": [.string(key)]]]]],
      ]
      let imported = try LaunchDarklyImporter.read([
        "flags": ["f": flag], "segments": .object(JSONObject(members: [(key, segment)])),
      ])
      #expect(imported.effects == [])
      #expect(imported.answer("f", user: user)?.isEnabled == isIn)
    }
  }

  @Test
  func whoIsPastTheEndGetsTheLastVariation() throws {
    let short: JSONValue = [["variation": 0, "weight": 0], ["variation": 1, "weight": 1000]]
    #expect(try Self.value("f", "s", ["variations": short], user: "user-1") == "second")
    let none: JSONValue = [["variation": 0, "weight": 0], ["variation": 1, "weight": 0]]
    #expect(try Self.value("f", "s", ["variations": none], user: "user-1") == "second")
    // Bucket 0.659… lies behind the first weight and before the end; the last variation has none of its own.
    let empty: JSONValue = [["variation": 0, "weight": 50_000], ["variation": 1, "weight": 0]]
    #expect(try Self.value("flag-a", "salt-1", ["variations": empty], user: "user-1") == "second")
    let tooMuch: JSONValue = [["variation": 0, "weight": 70_000], ["variation": 1, "weight": 70_000]]
    #expect(try Self.value("flag-a", "salt-1", ["variations": tooMuch], user: "user-1") == "first")
  }
}
