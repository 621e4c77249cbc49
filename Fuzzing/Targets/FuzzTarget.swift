/// One thing that takes bytes from outside, with everything that must hold of it whatever the bytes are.
///
/// The fuzzer, the soak and the tests all run these: the first looks for inputs, the second makes very many of them, and
/// the tests go through the inputs that are kept in `Fuzzing/Corpus`.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// A ruleset document as JSON: read, written, compiled.
  case ruleset
  /// The body of a request for evaluations, read the short and the long way.
  case context
  /// A regular expression in the first line and the texts that it is matched with in the others.
  case pattern
  /// A document with contexts and an instant, decided in every way that there is.
  case evaluation
  /// The same with documents that are made out of the bytes, so that nearly all of them are sound.
  case generated
  /// Instants, versions and ranges of addresses, one a line.
  case values
  /// A bucket of a long list, and a text with an id in each line.
  case lists

  /// Runs the target with an input.
  ///
  /// - Throws: ``FuzzFailure`` when something does not hold.
  package func run(_ bytes: UnsafeRawBufferPointer) throws(FuzzFailure) {
    switch self {
    case .ruleset: try RulesetTarget.run(bytes)
    case .context: try ContextTarget.run(bytes)
    case .pattern: try PatternTarget.run(bytes)
    case .evaluation: try EvaluationTarget.run(bytes)
    case .generated: try GeneratedTarget.run(bytes)
    case .values: try ValuesTarget.run(bytes)
    case .lists: try ListsTarget.run(bytes)
    }
  }
}
