import HTTP
import Testing

@testable import Server

@Suite struct TrustedProxiesTests {
  private func client(
    _ forwarded: [String], from peer: String, trusting ranges: [String] = ["10.0.0.0/8", "2001:db8:1::/48", "::1"]
  ) throws -> String {
    let proxies = try #require(TrustedProxies(ranges))
    let address = try #require(SocketAddress(peer))
    let request = HTTPRequest(
      method: .get, target: "/", headers: HTTPHeaders(forwarded.map { ("X-Forwarded-For", $0) }), body: [],
      remoteAddress: address)
    return proxies.client(of: request).host
  }

  @Test(arguments: [
    (["203.0.113.9"], "203.0.113.9"), (["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
    (["203.0.113.9, 10.1.2.3 ,\t10.9.9.9"], "203.0.113.9"), (["203.0.113.9", "10.1.2.3"], "203.0.113.9"),
    (["203.0.113.9:4711"], "203.0.113.9"), (["[2001:db8:2::7]:443"], "2001:db8:2::7"),
    (["2001:db8:2::7"], "2001:db8:2::7"), (["[2001:db8:2::7]"], "2001:db8:2::7"),
    (["203.0.113.9, 2001:db8:1::5"], "203.0.113.9"), (["::ffff:203.0.113.9"], "203.0.113.9"),
  ])
  func theRightmostAddressThatIsNoTrustedProxyCounts(forwarded: [String], client wanted: String) throws {
    #expect(try client(forwarded, from: "10.0.0.1") == wanted)
  }

  @Test(arguments: [
    ["unknown"], [""], ["203.0.113.9,"], ["203.0.113.9, ,10.0.0.2"], ["203.0.113.9, secret"], ["[2001:db8::1"],
    ["203.0.113.9:port"], ["203.0.113.9:99999"], ["300.0.0.1"], ["[203.0.113.9]x"], [],
  ])
  func aHeaderThatCannotBeReadWhereItCountsLeavesThePeer(forwarded: [String]) throws {
    #expect(try client(forwarded, from: "10.0.0.1") == "10.0.0.1")
  }

  @Test func whatStandsLeftOfTheClientIsTheClientsOwnWordAndIsNotLookedAt() throws {
    #expect(try client(["nonsense, 192.0.2.1, 203.0.113.9, 10.0.0.2"], from: "10.0.0.1") == "203.0.113.9")
  }

  @Test func whoeverIsNoTrustedProxyIsNotBelieved() throws {
    #expect(try client(["203.0.113.9"], from: "192.0.2.77") == "192.0.2.77")
    #expect(try client(["203.0.113.9"], from: "10.0.0.1", trusting: []) == "10.0.0.1")
    #expect(try client(["10.0.0.2, 10.0.0.3"], from: "10.0.0.1") == "10.0.0.1")
  }

  @Test(arguments: ["10.0.0.0/33", "10.0.0", "proxy.example.com", "", "10.0.0.0/8 ", "::1/129"])
  func whatIsNoRangeIsRefused(text: String) {
    #expect(TrustedProxies(["10.0.0.0/8", text]) == nil)
  }

  @Test func failuresAreCountedByAddressOrNetworkAndNotForTheMachineItself() throws {
    func source(_ peer: String) throws -> String? {
      let address = try #require(SocketAddress(peer))
      return TrustedProxies.none.source(
        of: HTTPRequest(method: .get, target: "/", headers: HTTPHeaders([]), body: [], remoteAddress: address))
    }
    #expect(try source("203.0.113.9") == "203.0.113.9")
    #expect(try source("2001:db8:2:3:4:5:6:7") == "2001:db8:2:3::")
    #expect(try source("127.0.0.1") == nil)
    #expect(try source("::1") == nil)
    // As a socket for both families has its peers, and in the form that nobody writes.
    for mapped in ["::ffff:203.0.113.9", "::ffff:cb00:7109"] { #expect(try source(mapped) == "203.0.113.9") }
    #expect(try source("::ffff:127.0.0.1") == nil)
  }

  @Test func aHeaderThatNamesThisMachineExemptsNobodyElse() throws {
    let proxies = try #require(TrustedProxies(["10.0.0.0/8"]))
    let peer = try #require(SocketAddress("10.1.2.3"))
    let request = HTTPRequest(
      method: .get, target: "/", headers: HTTPHeaders([("X-Forwarded-For", "127.0.0.1")]), body: [], remoteAddress: peer
    )
    #expect(proxies.source(of: request) == "127.0.0.1")
  }
}
