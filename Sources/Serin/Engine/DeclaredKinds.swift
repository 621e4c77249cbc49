import SerinLock

/// Compares the kinds that the app declares with those that the server has.
///
/// What is served counts all the same: a flag that was made as another kind is a mistake to mend, not one to punish.
final class DeclaredKinds: Sendable {
  private let declared: [ExactString: FlagKind]
  private let reported = Lock<Set<ExactString>>([])

  /// Takes declarations; of those with the same key the last one counts.
  init(_ declared: [FlagKey]) {
    var kinds: [ExactString: FlagKind] = [:]
    for flag in declared { kinds[ExactString(flag.name)] = flag.kind }
    self.declared = kinds
  }

  /// What there is to say of an answer, of each flag once.
  func problems(in answer: ServerAnswer) -> [FlagLogMessage] {
    guard !declared.isEmpty else { return [] }
    return answer.kinds.compactMap { key, kind in
      let exact = ExactString(key)
      guard let own = declared[exact], own != kind, reported.withLock({ $0.insert(exact).inserted }) else { return nil }
      let text = "flag \(key) is declared as \(own.rawValue), the server has it as \(kind.rawValue); its answer counts"
      return FlagLogMessage(level: .warning, text: text)
    }
  }
}
