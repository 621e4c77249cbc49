import SerinFlags

/// A condition of a source that knows only true and false, as two propositions of Serin.
///
/// Serin's conditions may also be unknown, and no operator turns unknown into false. So a reader keeps both sides: what
/// is true exactly when the source's condition is, and what is true exactly when it is not. Negation swaps them.
struct Verdict {
  var holds: Formula
  var fails: Formula

  static let always = Verdict(holds: .always, fails: .never)
  static let never = Verdict(holds: .never, fails: .always)

  var negated: Verdict { Verdict(holds: fails, fails: holds) }

  static func all(_ parts: [Verdict]) -> Verdict {
    Verdict(holds: .all(parts.map(\.holds)), fails: .any(parts.map(\.fails)))
  }

  static func any(_ parts: [Verdict]) -> Verdict {
    Verdict(holds: .any(parts.map(\.holds)), fails: .all(parts.map(\.fails)))
  }
}
