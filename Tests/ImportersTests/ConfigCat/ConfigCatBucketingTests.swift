import Importers
import SerinFlags
import Testing

struct ConfigCatBucketingTests {
  static let vectors = (try? Vectors.load("configcat/bucketing.json"))?["vectors"]?.arrayValue ?? []

  @Test
  func theVectorsAreThere() {
    #expect(Self.vectors.count == 10)
  }

  @Test(arguments: vectors, [false, true])
  func aUserGetsTheOptionThatConfigCatGives(vector: JSONValue, isInRule: Bool) throws {
    let key = try #require(vector["key"]?.stringValue)
    let user = try #require(vector["identifier"]?.stringValue)
    let bucket = try #require(vector["bucket_0_99"]?.numberValue)
    func value(_ first: Double) throws -> JSONValue? {
      let options: JSONValue = [
        ["p": .number(first), "v": ["s": "first"]], ["p": .number(100 - first), "v": ["s": "second"]],
      ]
      let setting: JSONObject =
        isInRule
        ? ["t": 1, "v": ["s": "none"], "r": [["c": [["u": ["a": "Identifier", "c": 29, "s": "x"]]], "p": options]]]
        : ["t": 1, "v": ["s": "none"], "p": options]
      let imported = try ConfigCatImporter.read(["f": .object(JSONObject(members: [(key, .object(setting))]))])
      #expect(imported.effects == [])
      try expectRoundTrip(imported)
      return imported.answer(key, user: user)?.value
    }
    #expect(try value(bucket) == "second")
    #expect(try value(bucket + 1) == "first")
  }
}
