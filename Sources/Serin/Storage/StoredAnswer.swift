import Foundation

/// A whole answer as it is kept on the device: the flags, when they were last confirmed, and their validator.
///
/// All of it is one file, so that none of the three can be from another answer than the others.
struct StoredAnswer: Sendable {
  var answer: ServerAnswer
  var confirmedAt: Date
  var validator: Validator?

  /// The version of the file's form; a file of any other version is not used.
  static let formatVersion = 1

  /// The same answer as it would be read back.
  var asStored: StoredAnswer {
    var copy = self
    copy.answer.flags = answer.flags.map { $0.from(.stored) }
    return copy
  }
}

extension StoredAnswer {
  /// The file's bytes.
  func bytes(for identity: AnswerIdentity) -> [UInt8] {
    var document: JSONObject = [
      "format": .number(Double(Self.formatVersion)), "identity": .string(identity.file),
      "confirmedAt": .number(confirmedAt.milliseconds), "answer": answer.json,
    ]
    if let validator {
      document["validator"] = ["tag": .string(validator.entityTag), "context": .string(validator.contextDigest)]
    }
    return CheckedObject.bytes(of: document)
  }

  /// Reads a file.
  ///
  /// - Throws: ``UnusableAnswer`` when the file is damaged, of another version, or another identity's.
  init(parsing bytes: [UInt8], identity: AnswerIdentity) throws(UnusableAnswer) {
    let members = try Self.members(of: bytes)
    guard try members.string("identity") == identity.file else { throw UnusableAnswer("it is another identity's") }
    answer = try ServerAnswer(json: .object(members.required(members.object("answer"), "answer")), origin: .stored)
    guard !answer.isPartial else { throw UnusableAnswer("it is a partial answer") }
    confirmedAt = try Self.stamp(of: members)
    validator = nil
    if let object = try members.object("validator") {
      let members = AnswerMembers(object: object, path: "validator.")
      validator = Validator(
        entityTag: try members.required(members.string("tag"), "tag"),
        contextDigest: try members.required(members.string("context"), "context"))
    }
  }

  /// When the answer in a file was last confirmed, whomever it is for.
  static func stamp(parsing bytes: [UInt8]) throws(UnusableAnswer) -> Date {
    try stamp(of: members(of: bytes))
  }

  private static func stamp(of members: AnswerMembers) throws(UnusableAnswer) -> Date {
    Date(milliseconds: try members.required(members.number("confirmedAt"), "confirmedAt"))
  }

  private static func members(of bytes: [UInt8]) throws(UnusableAnswer) -> AnswerMembers {
    try AnswerMembers(parsing: bytes, formatVersion: formatVersion)
  }
}
