import SerinFlags
import Testing

@Suite struct SHA256Tests {
  @Test func agreesWithAnotherImplementationForEveryLengthUpTo200() throws {
    let vectors = try Vectors.load("sha256-draw.json")
    let alphabet = Array(try #require(vectors["alphabet"]?.stringValue).utf8)
    let lengths = try #require(vectors["lengths"]?.arrayValue)
    #expect(lengths.count == 201)
    for (length, vector) in lengths.enumerated() {
      let message = (0..<length).map { alphabet[$0 % alphabet.count] }
      let unit = String(decoding: message, as: UTF8.self)
      #expect(vector["length"]?.numberValue == Double(length))
      #expect(Vectors.hexadecimal(SHA256.hash(message)) == vector["sha256"]?.stringValue, "length \(length)")
      #expect(Double(Draw.number(salt: "s1", unit: unit)) == vector["draw"]?.numberValue, "length \(length)")
      #expect(Double(Draw.number(salt: "", unit: unit)) == vector["unsalted"]?.numberValue, "length \(length)")
    }
  }

  /// The examples of FIPS 180-4 and of NIST's test vectors.
  @Test func agreesWithThePublishedExamples() {
    #expect(
      Vectors.hexadecimal(SHA256.hash("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
    #expect(
      Vectors.hexadecimal(SHA256.hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      Vectors.hexadecimal(SHA256.hash(repeatElement(UInt8(ascii: "a"), count: 1_000_000)))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
