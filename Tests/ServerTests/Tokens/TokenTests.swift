import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct TokenTests {
  @Test func aTokenSurvivesWritingAndReading() throws {
    var generator = SystemRandomNumberGenerator()
    for kind in [Token(kind: .client, using: &generator), Token(kind: .server, using: &generator)] {
      let read = try #require(Token(parsing: kind.text))
      #expect(read == kind)
    }
  }

  @Test func oneChangedCharacterIsNoticed() {
    var generator = SystemRandomNumberGenerator()
    let text = Array(Token(kind: .admin, using: &generator).text)
    for index in text.indices {
      var changed = text
      changed[index] = text[index] == "a" ? "b" : "a"
      #expect(Token(parsing: String(changed)) == nil)
    }
  }

  /// CRC-32 of "123456789" is the check value of the algorithm's catalogue entry (CRC-32/ISO-HDLC).
  @Test func theChecksumIsTheCommonCRC32() { #expect(Token.checksum(of: "123456789") == "cbf43926") }

  @Test func tokensDoNotRepeat() {
    var generator = SystemRandomNumberGenerator()
    #expect(Set((0..<1000).map { _ in Token(kind: .client, using: &generator).id }).count == 1000)
  }
}
