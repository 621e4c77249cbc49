import SerinFlags

/// The evaluator under measurement: every call to it is in this file, so that a change of its interface is one here.
///
/// Flags and contexts go by their numbers in the benchmark's files.
struct Evaluator {
  private let ruleset: CompiledRuleset
  private let keys: [String]
  private let contexts: [FlagContext]
  /// The flags in the order of ``keys``.
  private let flags: [CompiledFlag]

  /// Prepares a ruleset.
  ///
  /// - Throws: ``Refusal`` when this version cannot read a flag of it, or has no such hash engine.
  init(document: [UInt8], inputs: Inputs, engine: HashEngine) throws {
    // The choice of what computes the hash goes here. There is one today.
    guard engine == .swift else { throw Refusal("this version has no hash engine \(engine)") }
    ruleset = CompiledRuleset(try RulesetDocument(json: try JSONValue(parsing: document), mode: .read))
    keys = inputs.keys
    contexts = try inputs.contexts.map { context in try FlagContext(json: context) }
    flags = try inputs.keys.map { [ruleset] key in
      guard let flag = ruleset[key] else { throw Refusal("there is no flag \(key)") }
      if let issue = flag.issues.first { throw Refusal("\(key): \(issue.path): \(issue.message)") }
      return flag
    }
  }

  /// How many contexts there are.
  var contextCount: Int { contexts.count }
  /// How many flags there are.
  var flagCount: Int { keys.count }

  /// Finds a flag by its key, takes the context as an app has it, and decides.
  @inline(__always)
  func single(context: Int, flag: Int) -> Answer {
    guard let evaluation = ruleset.evaluate(keys[flag], for: contexts[context]) else { return .none }
    return Answer(isEnabled: evaluation.isEnabled, variation: evaluation.variation)
  }

  /// Takes the context once and decides every flag one by one.
  @inline(__always)
  func bound(context: Int, _ use: (Answer) -> Void) {
    // This is where the context is bound, once that is a step of its own.
    let context = contexts[context]
    for flag in flags {
      let evaluation = flag.outcomes[flag.outcome(for: context)]
      use(Answer(isEnabled: evaluation.isEnabled, variation: evaluation.variation))
    }
  }

  /// Asks for all flags in one call; the answers come in the order of the keys' bytes.
  @inline(__always)
  func bulk(context: Int, _ use: (Answer) -> Void) {
    for evaluation in ruleset.evaluateAll(for: contexts[context]) {
      use(Answer(isEnabled: evaluation.isEnabled, variation: evaluation.variation))
    }
  }
}

/// What computes the hash of Serin's draw.
enum HashEngine: String {
  /// Pure Swift, as in an app.
  case swift
  /// The processor's SHA instructions, as in the server.
  case hardware
}
