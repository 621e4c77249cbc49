import HTTP
import Store
import Testing

@testable import Server

@Suite struct SessionCookieTests {
  private let id = String(repeating: "k", count: 52)

  private func request(_ method: HTTPMethod, _ headers: [(String, String)]) -> HTTPRequest {
    HTTPRequest(
      method: method, target: "/api/v1/session", headers: HTTPHeaders([("Host", "serin.example.com:8443")] + headers))
  }

  @Test func theCookieIsKeptFromScriptsOtherSitesAndOpenConnections() throws {
    let record = SessionRecord(
      idHash: [], accountID: "a", authVersion: 1, createdAt: 0, seenAt: 0, expiresAt: 0)
    let header = SessionCookie.setting(SessionService.New(id: id, record: record))
    #expect(header.name == "Set-Cookie")
    #expect(
      header.value == "__Host-serin=\(id); Max-Age=604800; Path=/; Secure; HttpOnly; SameSite=Strict")
    #expect(SessionCookie.clearing.value.hasPrefix("__Host-serin=; Max-Age=0; Path=/; Secure"))
  }

  @Test func theCookieIsFoundAmongOthersAndNotGuessedAmongTwo() {
    let cases: [([String], String?)] = [
      (["__Host-serin=abc"], "abc"), (["a=b; __Host-serin=abc; c=d"], "abc"), (["a=b", "__Host-serin=abc"], "abc"),
      ([], nil), (["serin=abc"], nil), (["x__Host-serin=abc"], nil), (["__Host-serin=abc; __Host-serin=abd"], nil),
      (["__Host-serin=abc; __Host-serin=abc"], "abc"),
    ]
    for (values, expected) in cases {
      #expect(SessionCookie.id(in: HTTPHeaders(values.map { ("Cookie", $0) })) == expected, "\(values)")
    }
  }

  /// T12: a cross-site request with the cookie is refused.
  @Test func whatChangesSomethingNeedsTheTokenAndTheOwnOrigin() async {
    let token = ("X-CSRF-Token", SessionService.csrfToken(of: id))
    let refused: [[(String, String)]] = [
      [], [("X-CSRF-Token", "")], [("X-CSRF-Token", SessionService.csrfToken(of: "another"))],
      [token, ("Sec-Fetch-Site", "cross-site")], [token, ("Sec-Fetch-Site", "same-site")],
      [token, ("Origin", "https://evil.example.com")], [token, ("Origin", "null")],
      [token, ("Origin", "https://serin.example.com")],
    ]
    for method in [HTTPMethod.post, .put, .patch, .delete] {
      for headers in refused {
        let problem = await problem { () async throws(Problem) in
          try SessionCookie.checkOrigin(of: request(method, headers), sessionID: id)
        }
        #expect(problem.status == 403, "\(method) \(headers)")
      }
    }
    let accepted: [[(String, String)]] = [
      [token], [token, ("Sec-Fetch-Site", "same-origin"), ("Origin", "https://serin.example.com:8443")],
      [token, ("Origin", "http://SERIN.example.com:8443")], [token, ("Sec-Fetch-Site", "none")],
    ]
    for headers in accepted {
      #expect(throws: Never.self) {
        try SessionCookie.checkOrigin(of: request(.post, headers), sessionID: id)
      }
    }
  }

  @Test func readingNeedsNoToken() {
    #expect(throws: Never.self) {
      try SessionCookie.checkOrigin(of: request(.get, [("Sec-Fetch-Site", "cross-site")]), sessionID: id)
    }
  }
}
