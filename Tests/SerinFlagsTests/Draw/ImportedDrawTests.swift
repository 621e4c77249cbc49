import SerinFlags
import Testing

/// The numbers of other systems' own packages, from `imported-draws.json`, `wild-draws.json` and `eppo-shards.json`.
@Suite struct ImportedDrawTests {
  private static func vectors(_ engine: String) throws -> [JSONValue] {
    let vectors = try #require(
      Vectors.load("imported-draws.json")["engines"]?[engine]?["vectors"]?.arrayValue)
    #expect(vectors.count == 10)
    return vectors
  }

  private static func text(_ vector: JSONValue, _ name: String) throws -> String {
    try #require(vector[name]?.stringValue)
  }

  private static func number(_ vector: JSONValue, _ name: String) throws -> Double {
    try #require(vector[name]?.numberValue)
  }

  private static func letter(_ arm: Int?) -> String? {
    arm.map { ["a", "b", "c"][$0] }
  }

  @Test func unleash() throws {
    for vector in try Self.vectors("unleash") {
      let (salt, unit) = try (Self.text(vector, "groupId"), Self.text(vector, "userId"))
      let rollout = PreparedDraw(.unleash, purpose: .rollout, salt: salt)
      #expect(try Double(rollout.number(of: unit) + 1) == Self.number(vector, "normalized_1_100"))
      let split = PreparedDraw(.unleash, purpose: .split, salt: salt, totalWeight: 1000)
      #expect(try Double(split.number(of: unit) + 1) == Self.number(vector, "variant_normalized_1_1000"))
      #expect(
        try Self.letter(split.arm(of: unit, weights: [334, 333, 333])) == Self.text(vector, "variant_a334_b333_c333"))
    }
  }

  @Test func growthBook() throws {
    for vector in try Self.vectors("growthbook") {
      let (salt, unit) = try (Self.text(vector, "seed"), Self.text(vector, "value"))
      let first = PreparedDraw(.growthBook1, purpose: .rollout, salt: salt)
      #expect(try Double(first.number(of: unit)) / 1000 == Self.number(vector, "v1"))
      let second = PreparedDraw(.growthBook2, purpose: .split, salt: salt)
      #expect(try Double(second.number(of: unit)) / 10_000 == Self.number(vector, "v2"))
    }
  }

  @Test func launchDarkly() throws {
    for vector in try Self.vectors("launchdarkly") {
      let unit = try Self.text(vector, "contextKey")
      let salt = try Self.text(vector, "flagKey") + "." + Self.text(vector, "salt")
      for (salt, name) in [(salt, "bucket"), ("61", "bucket_seed61")] {
        let number = PreparedDraw(.launchDarkly, purpose: .split, salt: salt).number(of: unit)
        #expect(try Double(number) / 0x1p60 == Self.number(vector, name))
      }
    }
  }

  @Test func configCat() throws {
    for vector in try Self.vectors("configcat") {
      let draw = try PreparedDraw(.configCat, purpose: .rollout, salt: Self.text(vector, "key"))
      #expect(try Double(draw.number(of: Self.text(vector, "identifier"))) == Self.number(vector, "bucket_0_99"))
    }
  }

  @Test func postHog() throws {
    for vector in try Self.vectors("posthog") {
      let (salt, unit) = try (Self.text(vector, "key"), Self.text(vector, "distinct_id"))
      let rollout = PreparedDraw(.postHog, purpose: .rollout, salt: salt)
      #expect(try Double(rollout.number(of: unit)) / 0x1p60 == Self.number(vector, "hash"))
      let split = PreparedDraw(.postHog, purpose: .split, salt: salt)
      #expect(try Double(split.number(of: unit)) / 0x1p60 == Self.number(vector, "variant_hash"))
      #expect(try Self.letter(split.arm(of: unit, weights: [34, 33, 33])) == Self.text(vector, "variant_34_33_33"))
    }
  }

  @Test func flagd() throws {
    for vector in try Self.vectors("flagd") {
      let unit = try Self.text(vector, "targetingKey")
      let short = try PreparedDraw(.flagd, purpose: .split, salt: Self.text(vector, "flagKey"))
      let number = short.number(of: unit)
      #expect(try Double(number) == Self.number(vector, "murmur3_32"))
      #expect(try String((number * 10_000) >> 32) == Self.text(vector, "bucket_of_10000"))
      #expect(try Self.letter(short.arm(of: unit, weights: [25, 25, 50])) == Self.text(vector, "variant_25_25_50"))
      let explicit = PreparedDraw(.flagd, purpose: .split, salt: "")
      let arm = try explicit.arm(of: Self.text(vector, "explicit_bucketBy"), weights: [25, 25, 50])
      #expect(try Self.letter(arm) == Self.text(vector, "explicit_variant_25_25_50"))
    }
  }

  @Test func flagsmith() throws {
    for vector in try Self.vectors("flagsmith") {
      let ids = try #require(vector["ids"]?.arrayValue).compactMap(\.stringValue)
      let number = PreparedDraw(.flagsmith, purpose: .rollout, salt: ids[0]).number(of: ids[1])
      #expect(try Double(number) / 9998 * 100 == Self.number(vector, "percentage"))
    }
  }

  @Test func featBit() throws {
    for vector in try Self.vectors("featbit") {
      let key = try Self.text(vector, "key")
      #expect(key.hasPrefix("flag-a"))
      let number = PreparedDraw(.featBit, purpose: .rollout, salt: "flag-a").number(of: String(key.dropFirst(6)))
      #expect(try Double(number) / 0x1p31 == Self.number(vector, "percentage"))
    }
  }

  @Test func drawsOfAppCode() throws {
    let document = try Vectors.load("wild-draws.json")
    for (algorithm, salt) in [(DrawAlgorithm.sha256Prefix, "flagKey"), (.djb2, "experiment")] {
      let vectors = try #require(document[algorithm.rawValue]?.arrayValue)
      #expect(vectors.count == 25)
      for vector in vectors {
        let draw = try PreparedDraw(algorithm, purpose: .rollout, salt: Self.text(vector, salt))
        #expect(try Double(draw.number(of: Self.text(vector, "userId"))) == Self.number(vector, "draw"))
      }
    }
  }

  @Test func eppo() throws {
    let vectors = try #require(Vectors.load("eppo-shards.json")["shards"]?.arrayValue)
    #expect(vectors.count == 150)
    for vector in vectors {
      let draw = try PreparedDraw(.eppo, purpose: .split, salt: Self.text(vector, "salt"))
      #expect(try Double(draw.number(of: Self.text(vector, "subject"))) == Self.number(vector, "shard"))
    }
  }

  @Test func preparedNativeDrawIsTheNativeDraw() throws {
    for vector in try #require(Vectors.load("sha256-draw.json")["ids"]?.arrayValue) {
      let (salt, unit) = try (Self.text(vector, "salt"), Self.text(vector, "unit"))
      #expect(
        PreparedDraw(.sha256, purpose: .rollout, salt: salt).number(of: unit)
          == UInt64(Draw.number(salt: salt, unit: unit)))
    }
  }
}
