import TestRandom
import Testing

@testable import SerinFlags

@Suite struct AddressRangeTests {
  private func contains(_ range: String, _ address: String) throws -> Bool? {
    let range = try #require(AddressRange(parsing: range))
    return address.withBytes { InternetAddress(parsing: $0) }.map(range.contains)
  }

  static let rows: [(String, inside: [String], outside: [String])] = [
    (
      "10.0.0.0/8", ["10.0.0.0", "10.255.255.255", "::ffff:10.1.2.3", "::FFFF:0a01:0203"],
      ["11.0.0.0", "9.255.255.255"]
    ),
    ("10.1.2.3/8", ["10.0.0.0", "10.9.9.9"], ["11.1.2.3"]),
    ("192.168.1.128/25", ["192.168.1.128", "192.168.1.255"], ["192.168.1.127", "192.168.2.128"]),
    ("0.0.0.0/0", ["0.0.0.0", "255.255.255.255", "::ffff:1.2.3.4"], ["::", "::1", "2001:db8::1"]),
    ("1.2.3.4/32", ["1.2.3.4"], ["1.2.3.5", "::1.2.3.4"]),
    ("1.2.3.4", ["1.2.3.4", "::ffff:1.2.3.4"], ["1.2.3.5"]),
    (
      "2001:db8::/32", ["2001:db8::", "2001:DB8:ffff:ffff:ffff:ffff:ffff:ffff"],
      ["2001:db9::", "2001:db7::", "10.0.0.1"]
    ),
    ("::/0", ["::", "::1", "ffff::"], ["1.2.3.4", "::ffff:1.2.3.4"]),
    ("::1/128", ["::1", "0:0:0:0:0:0:0:1", "::0001"], ["::", "::2"]),
    ("fe80::1:0/112", ["fe80::1:0", "fe80::1:ffff"], ["fe80::2:0"]),
    ("2001:db8:0:0:8000::/65", ["2001:db8::8000:0:0:0", "2001:db8::ffff:0:0:1"], ["2001:db8::7fff:0:0:0"]),
    ("::ffff:10.0.0.0/104", ["10.1.2.3", "::ffff:10.9.9.9"], ["11.0.0.1"]),
    ("::ffff:10.0.0.1", ["10.0.0.1"], ["10.0.0.2"]),
  ]

  @Test(arguments: rows) func holdsWhatItsPrefixSays(range: String, inside: [String], outside: [String]) throws {
    for address in inside { #expect(try contains(range, address) == true, "\(address)") }
    for address in outside { #expect(try contains(range, address) == false, "\(address)") }
  }

  @Test(arguments: [
    "", "10", "10.0.0", "10.0.0.0.0", "10.0.0.256", "10.0.0.-1", "010.0.0.1", "10.0.0.01", "10.0.0.0/", "10.0.0.0/33",
    "10.0.0.0/08", "10.0.0.0/+8", "10.0.0.0/8/8", "10.0.0.0 /8", "/8", "::/129", ":::", "1::2::3", "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9", "12345::", "g::", "::1%eth0", "fe80::/1000", "::ffff:10.0.0.0/95", "::ffff:10.0.0.0/8",
    "1.2.3.4:80", "[::1]", "1:2:3:4:5:6:7::8:9", ":1::", "::1:", "１.2.3.4",
  ])
  func refusesWhatIsNoRange(text: String) {
    #expect(AddressRange(parsing: text) == nil)
  }

  @Test func agreesWithTheSystemOnRandomAddresses() throws {
    var generator = SeededGenerator(seed: 82)
    let pieces = ["::", ":", ".", "0", "1", "ffff", "10", "255", "256", "a", "db8", "2001", "00", "01"]
    var readable = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...9, using: &generator)
      let text = (0..<count).map { _ in generator.pick(pieces) }.joined()
      let expected = ReferenceComparison.bits(text)
      let address = text.withBytes { InternetAddress(parsing: $0) }
      #expect((address == nil) == (expected == nil), "\(text)")
      if expected != nil { readable += 1 }
    }
    #expect(readable > 300)
  }

  @Test func prefixesCompareThatManyBits() throws {
    var generator = SeededGenerator(seed: 83)
    for _ in 0..<3000 {
      let isFour = generator.oneIn(2)
      func address() -> String {
        isFour
          ? (0..<4).map { _ in String(generator.pick([0, 1, 127, 128, 255])) }.joined(separator: ".")
          : (0..<8).map { _ in generator.pick(["0", "1", "8000", "ffff"]) }.joined(separator: ":")
      }
      let (network, other) = (address(), address())
      let length = Int.random(in: 0...(isFour ? 32 : 128), using: &generator)
      let networkBits = try #require(ReferenceComparison.bits(network))
      let otherBits = try #require(ReferenceComparison.bits(other))
      let compared = length + (isFour ? 96 : 0)
      // An IPv6 address that is an IPv4 one in disguise is compared as such.
      guard isFour || networkBits.prefix(80).contains(1) || networkBits[80..<96].contains(0) else { continue }
      guard isFour || otherBits.prefix(80).contains(1) || otherBits[80..<96].contains(0) else { continue }
      #expect(
        try contains("\(network)/\(length)", other) == (networkBits.prefix(compared) == otherBits.prefix(compared)))
    }
  }
}
