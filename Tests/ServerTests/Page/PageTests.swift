import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct PageTests {
  @Test func thePageListsFlagsPerEnvironment() async throws {
    let fixture = try await Fixture()
    _ = await fixture.control(.post, Fixture.flags + "/welcome_text/kill")
    let answer = await fixture.send(.get, "/")
    #expect(answer.status == 200)
    #expect(answer.header("content-type") == "text/html; charset=utf-8")
    for text in ["new_checkout", "welcome_text", "production", "staging", "killed", "2 rules, else off"] {
      #expect(answer.text.contains(text), "\(text)")
    }
  }

  @Test func whatAFlagRequiresIsShown() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.apply(FlagText.flag("p") + "," + FlagText.flag("f", requiring: "p")).status == 200)
    #expect(await fixture.send(.get, "/").text.contains("requires 1 flag; 1 rule, else off"))
  }

  @Test(arguments: [
    ("evil.example", "", true), ("localhost:8080", "10.0.0.1", true), ("localhost:8080", "", false),
    ("[::1]:8080", "", false), ("127.0.0.1", "", false),
  ])
  func onlyThisMachineSeesTheFlags(host: String, forwardedFor: String, isHidden: Bool) async throws {
    let fixture = try await Fixture()
    var headers = [("Host", host)]
    if !forwardedFor.isEmpty { headers.append(("X-Forwarded-For", forwardedFor)) }
    let request = HTTPRequest(
      method: .get, target: "/", headers: HTTPHeaders(headers), body: [], remoteAddress: .loopback)
    let text = Answer(await fixture.server.respond(to: request)).text
    #expect(text.contains("new_checkout") != isHidden)
  }

  @Test func anotherMachineAndAProxyThatDoesNotKeepItsConnectionSeeNoFlags() async throws {
    let fixture = try await Fixture()
    for (address, isKeepAlive) in [(SocketAddress("192.0.2.1"), true), (SocketAddress.loopback, false)] {
      let request = HTTPRequest(
        target: "/", headers: HTTPHeaders([("Host", "127.0.0.1:8080")]), remoteAddress: try #require(address),
        isKeepAlive: isKeepAlive)
      #expect(!Answer(await fixture.server.respond(to: request)).text.contains("new_checkout"))
    }
  }

  @Test func anOperatorCanSwitchTheListOff() async throws {
    let fixture = try await Fixture()
    var configuration = Fixture.configuration
    configuration.listsFlags = false
    let server = try await SerinServer(store: fixture.store, events: fixture.events, configuration: configuration)
    #expect(!(await Fixture.send(to: server, .get, "/").text.contains("new_checkout")))
  }

  @Test func theStyleSheetIsAllowedByItsHashAndNothingElseIs() async throws {
    let fixture = try await Fixture()
    let policy = try #require(await fixture.send(.get, "/").header("content-security-policy"))
    #expect(policy.contains("default-src 'none'"))
    #expect(policy.contains("style-src 'sha256-\(PageStyle.hash)'"))
    #expect(!policy.contains("unsafe"))
  }

  @Test func textFromOutsideIsShownLiterally() {
    var page = HTML()
    page.text(#"</td><script>alert("1")</script>'&"#)
    #expect(
      String(decoding: page.bytes, as: UTF8.self)
        == "&lt;/td&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;")
  }
}
