import Foundation
import Serin
import TestRandom
import Testing

/// Users' requests 64 and 65: a JSON property goes straight into a type of the app, and integers stay integers.
@Suite struct FeatureFlagDecodingTests {
  private struct Everything: Decodable, Equatable {
    let text: String, flag: Bool, double: Double, float: Float, int: Int, int8: Int8, uint64: UInt64
    let date: Date, seconds: Date, url: URL, data: Data, decimal: Decimal
    let list: [Int?], table: [String: [Double]], missing: String?, null: Int?
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ json: JSONValue) throws(FlagDecodingError) -> Value {
    try FeatureFlag(key: "new_checkout", isEnabled: true, properties: ["theme": json])
      .decode(type, forProperty: "theme")
  }

  private func problem<Value: Decodable>(_ type: Value.Type, _ json: JSONValue) -> String {
    do throws(FlagDecodingError) {
      return "no error but \(try decode(type, json))"
    } catch {
      return error.description
    }
  }

  @Test func everyKindOfMemberIsDecoded() throws {
    let value = try decode(
      Everything.self,
      [
        "text": "a", "flag": false, "double": 3, "float": 0.5, "int": 3.0, "int8": -128,
        "uint64": 9_007_199_254_740_992, "date": "2027-03-01T02:00:00.5+02:00", "seconds": 1_803_859_200.25,
        "url": "https://flags.example/a?b",
        "data": "AAEC", "decimal": 0.1, "list": [1, nil, 3], "table": ["x": [1.5], "y": []], "null": nil,
        "extra": [nil],
      ])
    let day = Date(timeIntervalSince1970: 1_803_859_200)
    #expect(
      value
        == Everything(
          text: "a", flag: false, double: 3, float: 0.5, int: 3, int8: -128, uint64: 9_007_199_254_740_992,
          date: day.addingTimeInterval(0.5), seconds: day.addingTimeInterval(0.25),
          url: try #require(URL(string: "https://flags.example/a?b")), data: Data([0, 1, 2]),
          decimal: try #require(Decimal(string: "0.1")), list: [1, nil, 3], table: ["x": [1.5], "y": []], missing: nil,
          null: nil))
  }

  @Test func aValueNeedsNoObjectAroundIt() throws {
    #expect(try decode(Int.self, 7) == 7)
    #expect(try decode([String].self, ["a"]) == ["a"])
    #expect(try decode(Int?.self, nil) == nil)
    #expect(try decode([String: Bool].self, ["a": true]) == ["a": true])
  }

  @Test(
    arguments: [
      (300, "expected Int8, found the number 300.0"), (1.5, "expected Int8, found the number 1.5"),
      (true, "expected Int8, found the boolean true"), ("1", "expected Int8, found a string"),
      (nil, "expected Int8, found null"), ([1], "expected Int8, found an array"),
      ([:], "expected Int8, found an object"),
    ] as [(JSONValue, String)])
  func anErrorNamesFlagPropertyAndWhatWasFound(_ json: JSONValue, _ message: String) {
    #expect(problem(Int8.self, json) == "flag new_checkout, property theme: \(message)")
  }

  @Test func anErrorNamesThePlaceInTheValue() {
    struct Inner: Decodable { let colors: [String] }
    struct Outer: Decodable { let inner: Inner }
    let start = "flag new_checkout, property theme"
    #expect(
      problem(Outer.self, ["inner": ["colors": ["green", 2]]])
        == "\(start), inner.colors[1]: expected String, found the number 2.0")
    #expect(problem(Outer.self, ["inner": ["colours": []]]) == "\(start), inner: `colors` is missing")
    #expect(problem(Outer.self, ["inner": [1]]) == "\(start), inner: expected an object, found an array")
    #expect(problem(Outer.self, []) == "\(start): expected an object, found an array")
  }

  @Test func aMissingPropertyIsAnError() {
    let flag = FeatureFlag(key: "a", isEnabled: true, properties: ["Theme": 1])
    #expect(throws: FlagDecodingError(key: "a", property: "theme", message: "the flag has no such property")) {
      try flag.decode(Int.self, forProperty: "theme")
    }
  }

  @Test func anErrorOfTheTypeItselfIsTold() {
    struct Picky: Decodable {
      struct Refused: Error, CustomStringConvertible { let description = "never on Sundays" }
      init(from decoder: any Decoder) throws { throw Refused() }
    }
    #expect(problem(Picky.self, 1) == "flag new_checkout, property theme: never on Sundays")
    enum Size: String, Decodable { case small }
    #expect(problem(Size.self, "huge").hasPrefix("flag new_checkout, property theme: Cannot initialize Size"))
  }

  @Test(arguments: ["2027-03-01", "2027-03-01T00:00:00", "soon", true, nil, 1e30] as [JSONValue])
  func aDateIsAnInstantWithAnOffsetOrSeconds(_ json: JSONValue) {
    #expect(throws: FlagDecodingError.self) { try decode(Date.self, json) }
  }

  @Test func aNumberBeyondTheTypeIsAnError() {
    #expect(throws: FlagDecodingError.self) { try decode(Float.self, 1e300) }
    #expect(throws: FlagDecodingError.self) { try decode(Decimal.self, 1e300) }
    #expect(throws: FlagDecodingError.self) { try decode(UInt.self, -1) }
    #expect(throws: FlagDecodingError.self) { try decode(Int64.self, 9_007_199_254_740_994) }
  }

  @Test func whateverTheServerSendsIsAValueOrAnError() {
    struct Tree: Decodable {
      enum Leaf: Int, Decodable { case zero, one }
      let a: Int?, b: [Double]?, c: [String: Tree]?, d: Date?, e: [Tree]?, f: URL?, g: Data?, h: [Int: Leaf]?
    }
    var generator = SeededGenerator(seed: 51)
    var decoded = 0
    for _ in 0..<2_000 {
      let json = JSONValue.random(depth: 4, &generator)
      do throws(FlagDecodingError) {
        _ = try decode(Tree.self, json)
        decoded += 1
      } catch {
        #expect(error.description.hasPrefix("flag new_checkout, property theme"))
      }
    }
    // Neither all nor none, or the values would try nothing.
    #expect((1..<2_000).contains(decoded))
  }

  @Test func membersAreFoundByTheirExactBytes() throws {
    struct Cup: Decodable {
      enum CodingKeys: String, CodingKey { case coffee = "caf\u{E9}" }
      let coffee: Int
    }
    #expect(try decode(Cup.self, ["cafe\u{301}": 1, "caf\u{E9}": 2]).coffee == 2)
    #expect(throws: FlagDecodingError.self) { try decode(Cup.self, ["cafe\u{301}": 1]) }
  }

  @Test func aHugeIntegerTypeDoesNotAskForItselfForEver() throws {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    #expect(try decode(Int128.self, 12) == 12)
    #expect(throws: FlagDecodingError.self) { try decode(UInt128.self, -1) }
  }
}

extension JSONValue {
  /// A value out of few members and odd numbers.
  fileprivate static func random(depth: Int, _ generator: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: depth > 0 ? 0..<10 : 4..<10, using: &generator) {
    case 0: .array((0..<3).map { _ in random(depth: depth - 1, &generator) })
    case 1...3:
      .object(
        JSONObject(
          members: ["a", "b", "c", "d", "e", "f", "g", "h", "0"].shuffled(using: &generator).prefix(3).map {
            ($0, random(depth: depth - 1, &generator))
          }))
    case 4: .null
    case 5: .bool(.random(using: &generator))
    case 6:
      .string(
        ["", "1", "AAEC", "2027-03-01T00:00:00Z", "https://a", "\u{0}", "\u{FEFF}"].randomElement(using: &generator)!)
    case 7: .array([])
    default:
      .number([0, -0.0, 1, -1, 0.5, 1e300, -1e300, 1e-300, 0x1p53, 0x1p63, 1e18].randomElement(using: &generator)!)
    }
  }
}
