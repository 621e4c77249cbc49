import SerinFlags

/// Reads a document from its bytes.
enum RulesetTarget {
  static func run(_ bytes: UnsafeRawBufferPointer) throws(FuzzFailure) {
    let strict = try? JSONValue(parsing: bytes, options: .control)
    guard let json = try? JSONValue(parsing: bytes) else {
      try require(strict == nil, "what the lenient options refuse is read with the strict ones")
      return
    }
    if let strict { try require(strict == json, "the strict options read another value than the lenient ones") }
    try checkSerialisation(of: json)
    guard let document = try DocumentChecks.check(json) else { return }
    let count = document.flags.filter { !$0.isArchived }.count
    try require(CompiledRuleset(document).count == count, "not every flag that is not archived was compiled")
  }

  /// What is written is read as the same value, and then written as the same bytes.
  private static func checkSerialisation(of json: JSONValue) throws(FuzzFailure) {
    let written = json.serialized()
    for text in [written, json.serialized(pretty: true)] {
      let again = try? JSONValue(parsing: text)
      try require(again == json, "\(json) is written as what reads as \(String(describing: again))")
      try require(again?.serialized() == written, "\(json) is not written as the same bytes the second time")
    }
  }
}
