import Serin
import Testing

@testable import SerinUI

@Suite struct FlagDebugPropertyTests {
  private static let taken: [(String, PropertyType, JSONValue)] = [
    ("text", .string, "text"), ("", .string, ""), (" 3 ", .string, " 3 "),
    ("3", .number, 3), (" -0.5e2\n", .number, .number(-50)), ("true", .boolean, true), ("false ", .boolean, false),
    (#"{"a": [1, null]}"#, .json, ["a": [1, .null]]), ("[]", .json, []), ("null", .json, .null),
  ]

  @Test(arguments: taken) func aTextOfTheTypeIsTaken(text: String, type: PropertyType, value: JSONValue) throws {
    #expect(try FlagDebugProperty.value(from: text, as: type) == value)
  }

  @Test(arguments: [
    ("", PropertyType.number), ("three", .number), ("0x10", .number), ("nan", .number), ("1e999", .number),
    ("3,5", .number), ("true", .number), ("\"3\"", .number), ("1", .boolean), ("yes", .boolean), ("", .boolean),
    ("", .json), ("{", .json), ("{'a': 1}", .json),
  ]) func aTextOfAnotherTypeIsRefusedWithAReason(_ text: String, _ type: PropertyType) {
    let error = #expect(throws: FlagDebugInputError.self) { try FlagDebugProperty.value(from: text, as: type) }
    #expect(error?.message.hasSuffix(".") == true)
  }

  @Test(arguments: [
    JSONValue.string("a \"b\""), "", 3, 0.1, 1e21, true, .null, [1, "x", .null], ["a": ["b": false]],
  ]) func aValueAsTextIsReadAsTheSameValue(_ value: JSONValue) throws {
    let property = FlagDebugProperty(name: "p", value: value, isOverridden: false)
    #expect(try FlagDebugProperty.value(from: property.text, as: property.type) == value)
  }
}
