import SerinFlags
import TestRandom
import Testing

@Suite struct HashTests {
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static func message(_ length: Int) -> [UInt8] {
    (0..<length).map { alphabet[$0 % alphabet.count] }
  }

  private static func hexadecimal(_ words: MD5.Words) -> String {
    Vectors.hexadecimal(bytes(words))
  }

  private static func bytes(_ words: MD5.Words) -> [UInt8] {
    [words.0, words.1, words.2, words.3].flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
  }

  private static func hexadecimal(_ words: SHA1.Words) -> String {
    Vectors.hexadecimal(bytes(words))
  }

  private static func bytes(_ words: SHA1.Words) -> [UInt8] {
    [words.0, words.1, words.2, words.3, words.4].flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
  }

  /// The test suite of RFC 1321, appendix A.5.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
    (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
  ])
  func md5AgreesWithItsPublishedExamples(text: String, digest: String) {
    #expect(Self.hexadecimal(MD5.hash(text.utf8)) == digest)
  }

  /// The examples of FIPS 180-1 and of NIST.
  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    (String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
  ])
  func sha1AgreesWithItsPublishedExamples(text: String, digest: String) {
    #expect(Self.hexadecimal(SHA1.hash(text.utf8)) == digest)
  }

  /// The digests of every length from 0 to 200, digested once more by Python's hashlib.
  @Test func digestsOfEveryLengthAgreeWithAnotherImplementation() {
    let md5 = (0...200).flatMap { Self.bytes(MD5.hash(Self.message($0))) }
    #expect(Self.hexadecimal(MD5.hash(md5)) == "2f5412760f531e10cdd233db20ab4f98")
    let sha1 = (0...200).flatMap { Self.bytes(SHA1.hash(Self.message($0))) }
    #expect(Self.hexadecimal(SHA1.hash(sha1)) == "530db1314418a14788593c7e2620a6b3bcb91f09")
  }

  /// Known answers of the reference implementation, from the Python package mmh3.
  @Test(
    arguments: [
      ("", 0, 0), ("", 1, 0x514E_28B7), ("", 0xFFFF_FFFF, 0x81F1_6F39), ("test", 0, 0xBA6B_D213),
      ("Hello, world!", 0, 0xC036_3E43), ("aaaa", 0x9747_B28C, 0x5A97_808A), ("abc", 0x9747_B28C, 0xC84A_62DD),
      ("The quick brown fox jumps over the lazy dog", 0x9747_B28C, 0x2FA8_26CD),
    ] as [(String, UInt32, UInt32)])
  func murmur3AgreesWithTheReference(text: String, seed: UInt32, hash: UInt32) {
    #expect(Array(text.utf8).withUnsafeBytes { Murmur3.hash($0, seed: seed) } == hash)
  }

  @Test func murmur3AgreesForEveryLengthAndSeed() {
    var sum: UInt32 = 0
    for length in 0...200 {
      let hash = Self.message(length).withUnsafeBytes { Murmur3.hash($0, seed: UInt32(length)) }
      sum = sum &* 31 &+ hash
    }
    #expect(sum == 4_100_436_474)
  }

  /// From the test vectors of the authors of FNV.
  @Test(
    arguments: [
      ("", 0x811C_9DC5), ("a", 0xE40C_292C), ("b", 0xE70C_2DE5), ("foobar", 0xBF9C_F968),
    ] as [(String, UInt32)])
  func fnv1aAgreesWithItsPublishedExamples(text: String, hash: UInt32) {
    var fnv = FNV1a()
    Array(text.utf8).withUnsafeBufferPointer { fnv.feed(textOf: $0) }
    #expect(fnv.value == hash)
  }

  @Test func fnv1aTakesUTF16CodeUnits() {
    for text in ["é", "e\u{301}", "日本語", "a🚀b", "\u{FFFF}"] {
      var whole = FNV1a()
      Array(text.utf8).withUnsafeBufferPointer { whole.feed(textOf: $0) }
      var units = FNV1a()
      for unit in text.utf16 { units.feed(unit) }
      #expect(whole.value == units.value, "\(text)")
    }
  }

  @Test(arguments: [0, 7, 10, 99, 1_000_000_000, 2_166_136_261, UInt32.max])
  func fnv1aTakesTheDigitsOfANumber(number: UInt32) {
    var digits = FNV1a()
    digits.feed(digitsOf: number)
    var text = FNV1a()
    for unit in String(number).utf16 { text.feed(unit) }
    #expect(digits.value == text.value)
  }

  @Test func bytesThatAreNotTextDoNotTrap() {
    var generator = SeededGenerator(seed: 8)
    for length in 0..<300 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      var fnv = FNV1a()
      bytes.withUnsafeBufferPointer { fnv.feed(textOf: $0) }
      var expected = FNV1a()
      for unit in String(decoding: bytes, as: UTF8.self).utf16 { expected.feed(unit) }
      #expect(fnv.value == expected.value)
    }
  }
}
