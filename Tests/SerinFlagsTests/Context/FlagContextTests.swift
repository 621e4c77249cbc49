import SerinFlags
import Testing

@Suite struct FlagContextTests {
  @Test func readsIdsAndAttributes() throws {
    let json: JSONValue = [
      "userID": "alice", "deviceID": "d1", "attributes": ["country": "DE", "list": [1], "n": nil],
    ]
    let context = try FlagContext(json: json)
    #expect(context.userID == "alice")
    #expect(context.deviceID == "d1")
    #expect(context.attributes == ["country": "DE", "list": [1], "n": nil])
    #expect(context.json == json)
    #expect(try FlagContext(json: context.json) == context)
  }

  @Test func nullAndAbsentMembersAreTheSame() throws {
    #expect(try FlagContext(json: [:]) == FlagContext())
    #expect(try FlagContext(json: ["userID": nil, "deviceID": nil, "attributes": nil]) == FlagContext())
    #expect(FlagContext().json == [:])
  }

  @Test func namesEveryUnknownMemberAndEveryWrongType() {
    let json: JSONValue = ["userId": "a", "userID": 1, "attributes": [], "a b": nil, "deviceID": true, "x y": 1]
    let error = #expect(throws: DocumentError.self) { try FlagContext(json: json) }
    #expect(
      error?.issues.map(\.description) == [
        "context.userId: is unknown; a context has userID, deviceID and attributes",
        "context.userID: a number is not a string",
        "context.attributes: an array is not an object",
        "context.deviceID: a boolean is not a string",
        "context[\"x y\"]: is unknown; a context has userID, deviceID and attributes",
      ])
    let root = #expect(throws: DocumentError.self) { try FlagContext(json: [], path: "body.context") }
    #expect(root?.description == "body.context: an array is not an object")
  }

  @Test func refusesMoreThan256Attributes() throws {
    func json(_ count: Int) -> JSONValue {
      ["attributes": .object(JSONObject(members: (0..<count).map { ("a\($0)", 1) }))]
    }
    #expect(try FlagContext(json: json(256)).attributes.count == 256)
    let error = #expect(throws: DocumentError.self) { try FlagContext(json: json(257)) }
    #expect(error?.description == "context.attributes: 257 attributes are too many; at most 256 are allowed")
  }

  @Test func theUnitIsTheUserElseTheDevice() {
    #expect(FlagContext(userID: "u", deviceID: "d").unit == "u")
    #expect(FlagContext(userID: "", deviceID: "d").unit == "d")
    #expect(FlagContext(deviceID: "d").unit == "d")
    #expect(FlagContext(userID: "", deviceID: "").unit == nil)
    #expect(FlagContext(attributes: ["userID": "u"]).unit == nil)
  }

  @Test func idsAreTheirBytes() {
    let composed = FlagContext(userID: "\u{E9}")
    let decomposed = FlagContext(userID: "e\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
  }
}
