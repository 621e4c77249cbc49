import SerinFlags
import Testing

@testable import SerinCodegen

@Suite struct FlagsDocumentTests {
  @Test func whatAFlagDecidesWithIsNotLookedAt() throws {
    let document = try document(
      #"""
      "a": {"kind": "ops", "owner": "o", "tags": ["x"], "killed": true, "value": "nothing", "prerequisites": 3,
            "rules": [{"when": {"op": "of a newer version"}}]}
      """#)
    #expect(document.flags.map(\.key) == ["a"])
    #expect(document.unknownMembers == [])
  }

  @Test func archivedFlagsAreThere() throws {
    let document = try document(
      #""b": {"kind": "ops", "owner": "o", "archived": true}, "a": {"kind": "ops", "owner": "o"}"#)
    #expect(document.flags.map(\.key) == ["a", "b"])
    #expect(document.flags.map(\.isArchived) == [false, true])
  }

  @Test func anUnknownMemberIsSaid() throws {
    let document = try document(#""a": {"kind": "ops", "owner": "o", "expries": "2027-01-01"}"#)
    #expect(document.unknownMembers.map(\.description) == ["flags.a.expries: is unknown and has no effect"])
  }

  @Test func everyProblemOfEveryFlagIsRefused() {
    let error = #expect(throws: DocumentError.self) {
      try document(
        #"""
        "a": {"kind": "relase", "owner": "o"}, "b": {"kind": "ops", "owner": "o"},
        "c": {"kind": "release", "owner": "o", "expires": "2027-02-30"}
        """#)
    }
    #expect(error?.issues.map(\.path) == ["flags.a.kind", "flags.c.expires"])
  }

  @Test(arguments: ["[]", "{}", #"{"schema": 2, "flags": {}}"#, #"{"schema": 1}"#, #"{"schema": 1, "flags": []}"#])
  func whatIsNoRulesetIsRefused(text: String) throws {
    let json = try JSONValue(parsing: Array(text.utf8))
    #expect(throws: DocumentError.self) { try FlagsDocument(json: json) }
  }
}
