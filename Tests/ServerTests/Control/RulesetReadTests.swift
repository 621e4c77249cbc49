import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct RulesetReadTests {
  private static let path = "/api/v1/projects/shop/environments/production/ruleset"

  @Test func `archived flags are in the document only when asked for, marked as such`() async throws {
    let fixture = try await Fixture()
    let archive = "/api/v1/projects/shop/flags/welcome_text/archive"
    #expect(await fixture.control(.post, archive).status == 200)
    let plain = await fixture.control(.get, Self.path)
    #expect(plain["flags"]?["welcome_text"] == nil)
    #expect(plain["flags"]?["new_checkout"] != nil)
    let whole = await fixture.control(.get, Self.path + "?archived=true")
    #expect(whole.status == 200, "\(whole.text)")
    #expect(whole["flags"]?["welcome_text"]?["archived"] == true)
    #expect(whole["flags"]?["welcome_text"]?["owner"] == "growth")
    #expect(whole["flags"]?["new_checkout"]?["archived"] == nil)
    let document = try RulesetDocument(json: whole.json, mode: .read)
    #expect(document.flags.filter(\.isArchived).map(\.key) == ["welcome_text"])
    #expect(await fixture.control(.get, Self.path + "?archived=false").bytes == plain.bytes)
    #expect(await fixture.control(.get, Self.path + "?archived=maybe").status == 400)
    #expect(await fixture.send(.get, Self.path + "?archived=true", token: fixture.clientKey).status == 403)
  }
}
