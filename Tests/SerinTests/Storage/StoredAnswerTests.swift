import Foundation
import Testing

@testable import Serin

@Suite struct StoredAnswerTests {
  private let identity = AnswerIdentity(userID: "alice", applicationCode: "shop", clientKey: "key")

  private func stored() throws -> StoredAnswer {
    let flags: [JSONValue] = [
      .flag("a", properties: ["yes": true, "int": 3, "float": 3.0, "half": 3.5, "deep": ["a": [1, nil]]]),
      .flag("b", false, rule: "", reason: "killed"), ["key": "bad", "reason": "malformed"],
    ]
    return StoredAnswer(
      answer: try ServerAnswer(json: .answer(epoch: 2, revision: 9, flags: flags), origin: .remote),
      confirmedAt: Date(timeIntervalSince1970: 1_800_000_000.25),
      validator: Validator(entityTag: "W/\"9\"", contextDigest: "d1"))
  }

  @Test func whatIsWrittenIsReadBack() throws {
    let before = try stored()
    let after = try StoredAnswer(parsing: before.bytes(for: identity), identity: identity)
    #expect(after.answer.flags.map { $0.from(.remote) } == before.answer.flags)
    #expect(after.answer.flags.allSatisfy { $0.origin == .stored })
    #expect(after.answer.malformed == ["bad"])
    #expect(after.answer.revision == 9)
    #expect(after.answer.epoch == 2)
    #expect(after.confirmedAt == before.confirmedAt)
    #expect(after.validator == before.validator)
  }

  @Test func numbersAndBooleansStayWhatTheyAre() throws {
    let after = try StoredAnswer(parsing: stored().bytes(for: identity), identity: identity)
    let flag = try #require(after.answer.flags.first)
    #expect(flag.properties["yes"] == true)
    #expect(flag.number(forProperty: "yes", default: -1) == -1)
    #expect(flag.number(forProperty: "int", default: -1) == 3)
    #expect(flag.bool(forProperty: "int", default: false) == false)
    #expect(flag.number(forProperty: "half", default: -1) == 3.5)
    #expect(flag.jsonObject(forProperty: "deep") == ["a": [1, nil]])
  }

  @Test(arguments: [
    ("", "not JSON"), ("garbage", "not JSON"), ("[]", "not an object"), ("{}", "format is missing"),
    (#"{"format":2}"#, "unknown format 2"), (#"{"format":"1"}"#, "format is a string"),
    (#"{"format":1}"#, "another identity"), (#"{"format":1,"identity":"other"}"#, "another identity"),
  ])
  func anythingElseIsNotUsed(_ text: String, _ reason: String) {
    let error = #expect(throws: UnusableAnswer.self) { try StoredAnswer(parsing: Array(text.utf8), identity: identity) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }

  @Test func anotherIdentitysFileIsNotUsed() throws {
    let other = AnswerIdentity(userID: "bob", applicationCode: "shop", clientKey: "key")
    let bytes = try stored().bytes(for: other)
    #expect(throws: UnusableAnswer.self) { try StoredAnswer(parsing: bytes, identity: identity) }
  }

  @Test func everyTruncatedFileIsNotUsed() throws {
    let bytes = try stored().bytes(for: identity)
    for length in bytes.indices {
      #expect(throws: UnusableAnswer.self) { try StoredAnswer(parsing: Array(bytes[..<length]), identity: identity) }
    }
  }

  @Test func aFileThatLostABitAnywhereIsTheSameOrNotUsed() throws {
    let bytes = try stored().bytes(for: identity)
    let whole = try StoredAnswer(parsing: bytes, identity: identity)
    var unused = 0
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        guard let after = try? StoredAnswer(parsing: damaged, identity: identity) else {
          unused += 1
          continue
        }
        #expect(after.answer.flags == whole.answer.flags, "byte \(index), bit \(bit)")
        #expect(after.answer.malformed == whole.answer.malformed)
        #expect(after.answer.epoch == 2 && after.answer.revision == 9)
        #expect(after.confirmedAt == whole.confirmedAt && after.validator == whole.validator)
      }
    }
    // All but the name of the check itself.
    #expect(unused >= (bytes.count - 7) * 8)
  }

  @Test func aFileHoldsNeitherTheUserNorTheKey() throws {
    let identity = AnswerIdentity(userID: "alice@example.com", applicationCode: "shop", clientKey: "srn_client_secret")
    let text = String(decoding: try stored().bytes(for: identity), as: UTF8.self)
    for secret in ["alice", "srn_client"] {
      #expect(!text.contains(secret))
      #expect(!identity.file.contains(secret))
      #expect(!identity.folder.contains(secret))
    }
  }

  @Test func identitiesAreToldApartByExactBytes() {
    let ids: [String?] = [nil, "", "alice", "Alice", "alice ", "caf\u{E9}", "cafe\u{301}", "0", "1"]
    let files = ids.map { AnswerIdentity(userID: $0, applicationCode: "shop", clientKey: "key").file }
    #expect(Set(files).count == ids.count)
  }

  @Test func applicationAndKeyAreToldApart() {
    let pairs = [("shop", "key"), ("shopk", "ey"), ("sho", "pkey"), ("shop", "key2"), ("", "shopkey")]
    let identities = pairs.map { AnswerIdentity(userID: "alice", applicationCode: $0.0, clientKey: $0.1) }
    #expect(Set(identities.map(\.file)).count == pairs.count)
    #expect(Set(identities.map(\.folder)).count == pairs.count)
  }
}
