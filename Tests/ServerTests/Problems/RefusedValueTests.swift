import HTTP
import SerinFlags
import Testing

@testable import Server

/// Whoever is refused reads which value is meant, and what is allowed.
@Suite struct RefusedValueTests {
  @Test func aValueIsShownOnOneLineAndCutWhenItIsLong() {
    #expect(Shown.text("a\"b\n") == #""a\"b\n""#)
    #expect(
      Shown.text(String(repeating: "é", count: 50))
        == "\"\(String(repeating: "é", count: 60).prefix(50))…\" (100 bytes)")
    #expect(Shown.text(String(repeating: "x", count: 80)) == "\"\(String(repeating: "x", count: 80))\"")
    #expect(Shown.text(String(repeating: "x", count: 81)) == "\"\(String(repeating: "x", count: 60))…\" (81 bytes)")
    let values: [(JSONValue?, String)] = [
      (nil, "missing"), (JSONValue.null, "null"), (7, "7"), (true, "true"), ("x", "\"x\""), ([], "an empty array"),
      ([1, 2], "an array of 2"), (["a": 1], "an object"),
    ]
    for (value, shown) in values { #expect(Shown.json(value) == shown) }
  }

  private static let production = "/api/v1/projects/shop/environments/production"

  /// Where a bad value is sent, and what is said of it.
  private static let bodies: [(method: HTTPMethod, path: String, body: String, fault: String)] = [
    (
      .put, production + "/drafts/flag:new_checkout", #"{"document":{},"base":"03.8"}"#,
      #"base: must be a version, such as 3.8, not "03.8""#
    ),
    (
      .put, production + "/drafts/flag:new_checkout", #"{"document":{},"base":"+3.8"}"#,
      #"base: must be a version, such as 3.8, not "+3.8""#
    ),
    (
      .put, production + "/drafts/flag:new_checkout", #"{"document":[1]}"#,
      "document: must be an object, not an array of 1"
    ),
    (
      .post, "/api/v1/invitations", #"{"email":"a@b","expiresIn":59}"#,
      "expiresIn: must be a whole number from 60 to 2592000, not 59"
    ),
    (
      .post, "/api/v1/invitations", #"{"email":"nobody"}"#,
      #"email: must be an e-mail address of at most 254 bytes, not "nobody""#
    ),
    (
      .post, production + "/promote", #"{"from":"staging","versions":{"new_checkout":"3.8"}}"#,
      #"versions.new_checkout: must be the version of a plan, such as 3.8.41, not "3.8""#
    ),
    (
      .post, production + "/promote", #"{"from":"staging","versions":[]}"#,
      "versions: must be an object, not an empty array"
    ),
    (
      .post, production + "/promote", #"{"from":"staging","flags":["a",7]}"#,
      "flags: must be an array of strings, not one with 7"
    ),
    (
      .post, production + "/promote", #"{"from":"staging","segments":"yes"}"#,
      #"segments: must be true or false, not "yes""#
    ),
    (.post, production + "/preview", #"{"change":{"operation":"kill"}}"#, #"here it is "kill""#),
    (
      .post, production + "/preview", #"{"change":7}"#, #"change: must be an object with the member "operation", not 7"#
    ),
    (
      .post, production + "/change-requests",
      #"{"title":"\u0000","change":{"operation":"killFlag","flag":"new_checkout"}}"#, #"not "\u0000""#
    ),
    (.patch, production, #"{"position":1.5}"#, "position: must be a whole number from 0 to 1000, not 1.5"),
    (.post, "/api/v1/projects/shop/document/plan", #"{"document":"x"}"#, #"document: must be a JSON object, not "x""#),
    (.post, "/api/v1/projects", "[1]", ": the body must be a JSON object, not an array of 1"),
    (.post, "/api/v1/projects", #"{"key":"p","environments":[]}"#, "environments: must be 1 to 50 keys, not 0"),
    (
      .post, production + "/segments", #"{"key":"g","kind":"list","tags":[""]}"#,
      #"tags[0]: must be 1 to 256 bytes of text without U+0000, not """#
    ),
    (
      .post, "/api/v1/projects/shop/audit/verify", #"{"anchors":[{"sequence":0,"hash":"x"}]}"#,
      "anchors[0].sequence: must be a whole number from 1 to 9007199254740991, not 0"
    ),
    (
      .post, "/api/v1/projects/shop/audit/verify", #"{"anchors":[{"sequence":1,"hash":"x"}]}"#,
      #"anchors[0].hash: must be 64 hexadecimal digits, not "x""#
    ),
  ]

  @Test func whatIsWrongInABodyIsNamedWithItsValue() async throws {
    let fixture = try await Fixture()
    for (method, path, body, fault) in Self.bodies {
      let answer = await fixture.control(method, path, body, headers: [("If-Match", "*")])
      #expect(answer.status == 422, "\(body): \(answer.text)")
      #expect(answer.faults.contains(fault), "\(body): \(answer.faults)")
    }
  }

  @Test func aPasswordThatIsRefusedIsNotShown() async throws {
    let refused = await refusal { _ = try PersonalData.newPassword("hunter2", of: "a@b") }
    #expect(refused?.errors.first?.message.contains("hunter2") == false)
    #expect(refused?.errors.first?.message.contains("7 characters in 7 bytes") == true)
  }

  @Test(arguments: [#""03.8""#, #""+3.8""#, "nonsense"])
  func anETagThatIsNoneIsNamed(tag: String) async throws {
    let fixture = try await Fixture()
    let answer = await fixture.control(
      .put, Fixture.flags + "/new_checkout", #"{"document":{}}"#, headers: [("If-Match", tag)])
    #expect(answer.status == 400)
    #expect(answer["detail"]?.stringValue?.hasSuffix("or *, not \(Shown.text(tag))") == true, "\(answer.text)")
  }

  /// What the document says of a value is what its reader takes.
  @Test func theFormsOfVersionsAreThoseThatTheDocumentSays() throws {
    let texts = [
      "3.8", "3.0", "0.8", "3", "3.8.41", "3.8.0", "03.8", "+3.8", "3.08", "-3.8", " 3.8", "3.8 ", "3,8", "", ".", "3.",
    ]
    func taken(_ pattern: String) throws -> [String] {
      let form = try Regex(pattern)
      return texts.filter { $0.wholeMatch(of: form) != nil }
    }
    #expect(try taken(EditVersion.pairPattern) == texts.filter { VersionPair(parsing: $0) != nil })
    #expect(try taken(EditVersion.promotionPattern) == texts.filter { PromotionVersions(parsing: $0) != nil })
    #expect(try taken(EditVersion.pairPattern) == ["3.8", "3.0"])
  }
}
