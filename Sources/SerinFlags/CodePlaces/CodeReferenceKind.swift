/// In which way a place in code names a flag.
package enum CodeReferenceKind: String, Sendable, Hashable, CaseIterable {
  /// By its key as a text in a call of the SDK.
  case literal
  /// By a constant that stands for the key, whether it was generated or written by hand.
  case generated
  /// By a case of an enum that conforms to `FlagCatalog`.
  case catalog
  /// By saying that the flag exists: no code depends on the flag there.
  case declaration
}
