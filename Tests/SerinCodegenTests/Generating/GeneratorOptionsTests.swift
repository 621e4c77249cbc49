import SerinFlags
import Testing

@testable import SerinCodegen

@Suite struct GeneratorOptionsTests {
  private func read(_ text: String) throws -> GeneratorOptions {
    try GeneratorOptions(configuration: JSONValue(parsing: Array(text.utf8)))
  }

  @Test func whatIsLeftOutKeepsItsDefault() throws {
    #expect(try read("{}") == GeneratorOptions())
    #expect(try read(#"{"archived": "error"}"#).access == .internal)
    #expect(try read(#"{"archived": "error"}"#).archived == .error)
    #expect(try read(#"{"access": "package"}"#).access == .package)
  }

  @Test(arguments: [
    (#"{"acess": "public"}"#, "acess: is unknown; allowed are access, archived"),
    (#"{"access": "open"}"#, #"access: "open" is not allowed; allowed are internal, package, public"#),
    (#"{"archived": true}"#, "archived: true is not allowed; allowed are omit, error"),
    ("[]", "an array is not an object"),
  ])
  func whatIsNotAllowedIsRefusedByName(text: String, message: String) {
    let error = #expect(throws: DocumentError.self) { try read(text) }
    #expect(error?.description == message)
  }
}
