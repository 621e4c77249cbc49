import SerinFlags
import TestPlantedPackage

@testable import CodeReferences

/// What was found and not marked, and what was marked and not found.
struct Difference: Equatable, CustomStringConvertible {
  var tooMuch: [MarkedSource.Mark]
  var missed: [MarkedSource.Mark]

  static let none = Difference(tooMuch: [], missed: [])

  init(tooMuch: [MarkedSource.Mark], missed: [MarkedSource.Mark]) {
    self.tooMuch = tooMuch
    self.missed = missed
  }

  init(found: [MarkedSource.Mark], marked: Set<MarkedSource.Mark>) {
    tooMuch = found.filter { !marked.contains($0) }
    missed = marked.subtracting(found).sorted()
  }

  var description: String { "too much: \(tooMuch), missed: \(missed)" }
}

/// Looks through marked sources.
func difference(_ sources: [MarkedSource], document: RulesetDocument? = nil) -> Difference {
  let scan = CodeScan(sources.map(\.file), document: document)
  return Difference(
    found: scan.references.map(\.mark), marked: sources.reduce(into: []) { $0.formUnion($1.marks) })
}

/// Looks through one marked source, beside one that declares the keys `newCheckout`, `darkMode` and `payments`.
func difference(_ marked: String) -> Difference {
  let keys = MarkedSource(
    "Keys.swift",
    """
    import Serin
    extension FlagKey {
      nonisolated static let newCheckout = FlagKey.release(
        ⟦declaration new_checkout⟧"new_checkout", owner: "shop", expires: "2027-03-01")
      nonisolated static let darkMode = ops(⟦declaration dark-mode⟧"dark-mode", default: false, owner: "design")
      nonisolated static let payments: FlagKey = .killSwitch(⟦declaration payments⟧"payments", owner: "shop")
    }
    """)
  return difference([keys, MarkedSource(marked)])
}
