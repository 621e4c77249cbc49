import SerinFlags

/// Makes a document and contexts out of choices, and decides its flags.
package enum GeneratedTarget {
  static func run(_ bytes: UnsafeRawBufferPointer) throws(FuzzFailure) {
    var choices = Choices(bytes: Array(bytes))
    try run(&choices, choices.oneIn(4) ? .all : .little)
  }

  /// Makes the document of a number, the same for the same seed, and checks it; one in eight thoroughly.
  package static func run(document: Int, seed: UInt64) throws(FuzzFailure) {
    var choices = Choices(seed: seed &+ UInt64(truncatingIfNeeded: document) &* 0xD134_2543_DE82_EF95)
    try run(&choices, document.isMultiple(of: 8) ? .all : .little)
  }

  /// Makes one document, sometimes a damaged one, and checks what must hold of it.
  private static func run(_ choices: inout Choices, _ effort: Effort) throws(FuzzFailure) {
    var json = RandomRuleset.document(&choices)
    while choices.oneIn(3) { json = JSONMutation.apply(to: json, &choices) }
    let contexts = (0...choices.below(2)).map { _ in RandomContext.context(&choices) }
    let now = RandomContext.instant(&choices)
    do {
      try DocumentChecks.check(json, for: contexts, at: now, effort)
      if effort == .all, choices.oneIn(4) { try damaged(json.serialized(), &choices) }
    } catch {
      let input: JSONValue = [
        "document": json, "contexts": .array(contexts.map(\.json)), "now": .string("\(now)"),
      ]
      throw FuzzFailure("\(error)\n\(input)")
    }
  }

  /// The same document as a text with damaged bytes.
  private static func damaged(_ text: [UInt8], _ choices: inout Choices) throws(FuzzFailure) {
    var text = text
    for _ in 0...choices.below(3) where !text.isEmpty {
      let place = choices.below(text.count)
      switch choices.below(3) {
      case 0: text[place] = choices.byte()
      case 1: text.remove(at: place)
      default: text.insert(contentsOf: text[place..<min(text.count, place + choices.below(20))], at: place)
      }
    }
    var failure: FuzzFailure?
    text.withUnsafeBytes { bytes in
      do throws(FuzzFailure) { try RulesetTarget.run(bytes) } catch { failure = error }
    }
    if let failure { throw FuzzFailure("\(failure)\nin \(String(decoding: text, as: UTF8.self))") }
  }
}
