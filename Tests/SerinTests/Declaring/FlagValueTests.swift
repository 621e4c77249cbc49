import Serin
import Testing

/// What a property's JSON is as each type: decision 51, SDK-23, SDK-26, and users' requests 64 and 67.
@Suite struct FlagValueTests {
  private enum Layout: String, FlagValue { case list, grid }
  private enum Size: Int, Codable, FlagValue { case small = 1, large }
  private struct Theme: Codable, FlagValue, Equatable {
    var color: String
    var columns: Int
    var ratio: Double?
  }

  @Test(
    arguments: [
      (0, 0), (1, 1), (2, 2), (-7, -7), (3.0, 3), (9_007_199_254_740_992, 9_007_199_254_740_992),
      (-9_007_199_254_740_992, -9_007_199_254_740_992), (-0.0, 0),
    ] as [(JSONValue, Int)])
  func anIntegerIsANumberWithoutAFraction(_ json: JSONValue, _ value: Int) {
    #expect(Int(json: json) == value)
  }

  @Test(
    arguments: [
      3.5, 1e-9, 9_007_199_254_740_994, 1e300, .number(.infinity), .number(.nan), true, false, "1", [], [:], nil,
    ] as [JSONValue])
  func nothingElseIsAnInteger(_ json: JSONValue) {
    #expect(Int(json: json) == nil)
  }

  @Test(arguments: [0, 1, 2, "true", "1", "", [true], [:], nil] as [JSONValue])
  func nothingButABooleanIsOne(_ json: JSONValue) {
    #expect(Bool(json: json) == nil)
    #expect(Bool(json: true) == true)
    #expect(Bool(json: false) == false)
  }

  @Test(arguments: [true, false, "1", "", [1], [:], nil] as [JSONValue])
  func nothingButANumberIsOne(_ json: JSONValue) {
    #expect(Double(json: json) == nil)
    #expect(Double(json: 3.5) == 3.5)
    #expect(Double(json: 3) == 3)
  }

  @Test(arguments: [0, true, ["a"], [:], nil] as [JSONValue])
  func nothingButATextIsOne(_ json: JSONValue) {
    #expect(String(json: json) == nil)
    #expect(String(json: "") == "")
  }

  @Test func jsonIsItselfNullIncluded() {
    #expect(JSONValue(json: nil) == JSONValue.null)
    #expect(JSONValue(json: [1, "a", nil]) == [1, "a", nil])
    #expect(JSONObject(json: ["a": nil]) == ["a": nil])
    #expect(JSONObject(json: [1]) == nil)
  }

  @Test func anArrayNeedsEveryElementToFit() {
    #expect([Int](json: [1, 2.0, 3]) == [1, 2, 3])
    #expect([Int](json: []) == [])
    #expect([Int](json: [1, 2.5]) == nil)
    #expect([Bool](json: [true, 1]) == nil)
    #expect([Double](json: [1, true]) == nil)
    #expect([[String]](json: [["a"], []]) == [["a"], []])
    #expect([JSONValue](json: [1, nil]) == [1, nil])
    #expect([String](json: "abc") == nil)
    #expect([Int](json: ["0": 1]) == nil)
  }

  @Test func anEnumIsReadByItsRawValue() {
    #expect(Layout(json: "grid") == .grid)
    #expect(Layout(json: "Grid") == nil)
    #expect(Layout(json: 1) == nil)
    #expect(Size(json: 2) == .large)
    #expect(Size(json: 3) == nil)
    #expect(Size(json: true) == nil)
    #expect([Layout](json: ["list", "grid"]) == [.list, .grid])
  }

  @Test func aDecodableTypeNeedsNoCodeOfItsOwn() {
    #expect(Theme(json: ["color": "green", "columns": 2]) == Theme(color: "green", columns: 2))
    #expect(Theme(json: ["color": "green", "columns": 2, "ratio": 1.5])?.ratio == 1.5)
    #expect(Theme(json: ["color": "green", "columns": 2, "ratio": nil, "more": [nil]])?.ratio == nil)
    #expect(Theme(json: ["color": "green", "columns": 2.5]) == nil)
    #expect(Theme(json: ["color": "green", "columns": true]) == nil)
    #expect(Theme(json: ["color": "green"]) == nil)
    #expect(Theme(json: "green") == nil)
    #expect([Theme](json: [["color": "green", "columns": 2]]) == [Theme(color: "green", columns: 2)])
  }
}
