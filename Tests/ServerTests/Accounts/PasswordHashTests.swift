import Foundation
import Testing

@testable import Server

@Suite struct PasswordHashTests {
  private let cheap = PeopleFixture.cheap

  @Test func aHashIsOfArgon2idWithTheParametersOfOWASP() throws {
    let hash = try #require(PasswordHash.make(Array("correct horse".utf8)))
    #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(PasswordHash.accepts(Array("correct horse".utf8), hash: hash))
    #expect(!PasswordHash.accepts(Array("correct horsf".utf8), hash: hash))
  }

  /// The second test of the reference implementation for Argon2id, version 19 (its `test.c`).
  @Test func aHashOfAnotherImplementationIsUnderstood() {
    let hash = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
    #expect(PasswordHash.accepts(Array("password".utf8), hash: hash))
    #expect(!PasswordHash.accepts(Array("Password".utf8), hash: hash))
  }

  @Test func twoHashesOfOnePasswordDiffer() throws {
    let one = try #require(PasswordHash.make([1], cheap))
    #expect(try #require(PasswordHash.make([1], cheap)) != one)
  }

  @Test func bytesCountAndNotWhatTheyLookLike() throws {
    let composed = try #require(PasswordHash.make(Array("\u{E9}".utf8), cheap))
    #expect(!PasswordHash.accepts(Array("e\u{301}".utf8), hash: composed))
  }

  @Test(arguments: [
    "", "$", "plain", "$argon2i$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAA", "$argon2id$v=16$m=8,t=1,p=1$c29tZXNhbHQ$AAAA",
    "$argon2id$v=19$m=8,t=1$c29tZXNhbHQ$AAAA", "$argon2id$v=19$m=-8,t=1,p=1$c29tZXNhbHQ$AAAA",
    "$argon2id$v=19$m=8,t=1,p=1$$", "$argon2id$v=19$m=8,t=1,p=1$!!!!$????",
  ])
  func whatIsNoHashAcceptsNothing(text: String) {
    #expect(!PasswordHash.accepts([], hash: text))
  }

  @Test func aHashThatWouldTakeAllMemoryIsNotComputed() {
    let hash = PasswordHash.dummy(PasswordHash.Parameters(memory: 4_000_000_000, passes: 1, lanes: 1))
    #expect(PasswordHash.parameters(of: hash)?.memory == 4_000_000_000)
    #expect(!PasswordHash.accepts([1], hash: hash))
  }

  @Test func whatStandsInForNoAccountIsComputedAndNeverRight() {
    for password in ["", "0", "correct horse"] {
      #expect(!PasswordHash.accepts(Array(password.utf8), hash: PasswordHash.dummy(cheap)))
    }
    #expect(PasswordHash.parameters(of: PasswordHash.dummy(.standard)) == .standard)
  }

  /// T6: the processor time of both, as medians of interleaved rounds.
  @Test func whatStandsInForNoAccountCostsTheSame() throws {
    let hash = try #require(PasswordHash.make(Array("correct horse".utf8)))
    let dummy = PasswordHash.dummy(.standard)
    let password = Array("wrong horse".utf8)
    var known: [Double] = []
    var unknown: [Double] = []
    for _ in 0..<21 {
      known.append(Self.processorTime { _ = PasswordHash.accepts(password, hash: hash) })
      unknown.append(Self.processorTime { _ = PasswordHash.accepts(password, hash: dummy) })
    }
    let ratio = unknown.sorted()[10] / known.sorted()[10]
    #expect((0.85...1.18).contains(ratio), "\(ratio)")
  }

  /// The processor time that this thread spends in `body`, in seconds.
  private static func processorTime(_ body: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    body()
    return now() - start
  }

  @Test func aHashIsWeakerWhenAnyParameterIsSmaller() {
    let standard = PasswordHash.Parameters.standard
    #expect(!standard.isWeaker(than: standard))
    for weaker in [
      PasswordHash.Parameters(memory: 19_455, passes: 2, lanes: 1),
      PasswordHash.Parameters(memory: 65_536, passes: 1, lanes: 1),
    ] { #expect(weaker.isWeaker(than: standard)) }
  }
}
