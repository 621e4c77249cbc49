import SerinFlags

/// What must hold of every document.
enum DocumentChecks {
  /// The long lists that segments may refer to, by their digests.
  static let lists: [String: IDList] = [
    "11": list(["alice", "bob", "u7"]), "22": IDList(), "33": list((0..<500).map { "u\($0)" }),
  ]

  private static func list(_ ids: [String]) -> IDList {
    let ids = ids.map { ListedID($0, environmentID: "e_1") }
    return (try? IDList().applying(add: ids)) ?? IDList()
  }

  /// Checks that reading and writing agree, and gives the document as readers see it.
  static func check(_ json: JSONValue, _ effort: Effort = .all) throws(FuzzFailure) -> RulesetDocument? {
    let written = read(json, .write)
    guard let document = read(json, .read) else {
      try require(written == nil, "a document can be written that nobody can read")
      return nil
    }
    try require(isInOrder(document.flags.map(\.key)), "the flags are not in order, or one is there twice")
    if effort == .all { try checkReading(document, written) }
    return document
  }

  /// Checks that what is written reads as the same again, and that readers understand whatever writers may write.
  private static func checkReading(
    _ document: RulesetDocument, _ written: RulesetDocument?
  ) throws(FuzzFailure) {
    let text = document.json.serialized()
    let again = read(document.json, .read)
    try require(again?.json.serialized() == text, "\(document.json) is read as \(shown(again))")
    try require(again == document, "\(document.json) is read as another document")
    if let written {
      try require(written.json.serialized() == text, "writers read \(shown(written)), readers \(document.json)")
      let isSound =
        document.flags.allSatisfy { $0.issues.isEmpty } && document.segments.allSatisfy { $0.issues.isEmpty }
      try require(isSound, "a document can be written that readers do not understand")
      try require(read(written.json, .write)?.json.serialized() == text, "what was written cannot be written again")
    }
  }

  /// Checks a document and how its flags are decided for some contexts.
  static func check(
    _ json: JSONValue, for contexts: [FlagContext], at now: Timestamp, _ effort: Effort = .all
  ) throws(FuzzFailure) {
    guard let document = try check(json, effort) else { return }
    let ruleset = CompiledRuleset(document, lists: lists)
    let assembled = effort == .all ? Assembled(document).ruleset : ruleset
    for context in contexts {
      let answer = try AnswerChecks.check(ruleset, for: context, at: now, effort)
      if effort == .all {
        try require(
          assembled.evaluateAll(for: context, at: now).evaluations == answer.evaluations,
          "a ruleset that was put together flag by flag answers differently")
        try TimeChecks.check(ruleset, answer, for: context, at: now)
        try PlainChecks.check(document, ruleset, for: context, at: now)
      }
      try FactChecks.check(ruleset, answer, for: context, at: now, effort)
    }
    try RaisingChecks.check(document, ruleset, for: contexts, at: now, effort)
  }

  private static func read(_ json: JSONValue, _ mode: DocumentMode) -> RulesetDocument? {
    do throws(DocumentError) {
      return try RulesetDocument(json: json, mode: mode)
    } catch {
      // Its words must come out whatever the document is.
      _ = "\(error)"
      return nil
    }
  }

  private static func shown(_ document: RulesetDocument?) -> String {
    document.map { $0.json.text() } ?? "nothing"
  }

  private static func isInOrder(_ keys: [String]) -> Bool {
    zip(keys, keys.dropFirst()).allSatisfy { $0.precedesInBytes($1) }
  }
}

/// The ruleset of a document, put together by changes in another order.
private struct Assembled {
  var ruleset: CompiledRuleset

  init(_ document: RulesetDocument) {
    ruleset = CompiledRuleset(
      epoch: document.epoch, revision: document.revision, environmentId: document.environmentId)
    ruleset.apply(document.flags.reversed().map { .flag($0) })
    ruleset.apply(document.segments.map { .segment($0) } + document.flags.map { .noFlag(key: $0.key) })
    let lists = DocumentChecks.lists.map { CompiledRuleset.Change.list(digest: $0.key, $0.value) }
    ruleset.apply(document.flags.map { .flag($0) } + lists)
  }
}
