import HTTP
import SerinFlags
import Testing

@testable import Server

extension Fixture {
  /// Makes the first account by the set-up link, and gives its browser.
  func setUp() async throws -> Browser {
    let secret = try #require(try await server.people.setup.makeLink())
    let browser = Browser(server)
    let answer = await browser.send(
      .post, "/api/v1/setup",
      #"{"secret":"\#(secret)","email":"root@example.com","name":"Root","password":"\#(PeopleFixture.password)"}"#)
    #expect(answer.status == 201, "\(answer.text)")
    return browser
  }

  /// Invites somebody to the shop, lets them accept, and gives their browser.
  ///
  /// - Parameter grant: What they become, as members of a body.
  func join(_ name: String, _ grant: String, by admin: Browser) async throws -> Browser {
    let invited = await admin.send(
      .post, "/api/v1/projects/shop/invitations", #"{"email":"\#(name)@example.com",\#(grant)}"#)
    let secret = try #require(invited["secret"]?.stringValue, "\(invited.text)")
    let browser = Browser(server)
    let accepted = await browser.send(
      .post, "/api/v1/invitations/accept",
      #"{"secret":"\#(secret)","name":"\#(name)","password":"\#(PeopleFixture.password)"}"#)
    #expect(accepted.status == 201, "\(accepted.text)")
    return browser
  }
}
