import Testing

@testable import Server

@Suite struct SecretBoxTests {
  private let box = SecretBox(key: Array(0..<32))
  private let purpose = Array("answer 1".utf8)

  @Test(arguments: [0, 1, 15, 16, 17, 4096, 1_000_000])
  func whatIsSealedOpensAgain(count: Int) throws {
    let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let sealed = try #require(box.seal(plain, purpose: purpose))
    #expect(box.open(sealed, purpose: purpose) == plain)
    #expect(sealed.count == count + 33)
  }

  @Test func theSameTwiceIsSealedDifferentlyAndShowsNothingOfIt() throws {
    let plain = Array("srn_admin_0123456789_secret".utf8)
    let first = try #require(box.seal(plain, purpose: purpose))
    let second = try #require(box.seal(plain, purpose: purpose))
    #expect(first != second)
    #expect(!String(decoding: first, as: UTF8.self).contains("srn_"))
  }

  @Test func aBoxThatWasChangedAnywhereDoesNotOpen() throws {
    let sealed = try #require(box.seal(Array("secret".utf8), purpose: purpose))
    for index in sealed.indices {
      for bit in 0..<8 {
        var changed = sealed
        changed[index] ^= 1 << UInt8(bit)
        #expect(box.open(changed, purpose: purpose) == nil, "byte \(index), bit \(bit)")
      }
    }
    for count in 0..<sealed.count { #expect(box.open(Array(sealed.prefix(count)), purpose: purpose) == nil) }
    #expect(box.open(sealed + [0], purpose: purpose) == nil)
  }

  @Test func aBoxOfAnotherPurposeOrKeyDoesNotOpen() throws {
    let sealed = try #require(box.seal(Array("secret".utf8), purpose: purpose))
    #expect(box.open(sealed, purpose: Array("answer 2".utf8)) == nil)
    #expect(SecretBox(key: Array(1...32)).open(sealed, purpose: purpose) == nil)
  }
}
