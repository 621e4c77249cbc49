extension RulesetDocument {
  /// What is wrong with the references between flags and segments; empty when each finds what it names.
  ///
  /// That is: a flag or segment that is not in the document, a variation that the other flag does not have, segments
  /// within segments more than 32 deep, and cycles through prerequisites, conditions and segments. The path of a cycle is
  /// that of a reference on it, and its message names all that are on it: `a -> segment beta -> b -> a`. Whether a flag is
  /// killed or archived makes no difference: neither un-killing nor unarchiving may close a cycle.
  ///
  /// A server that changes one flag or segment asks the document as it would be after the change; what it did not say of
  /// the document before, the change has brought in.
  ///
  /// - Parameter isWhole: Whether a flag or segment that is not in the document is wrong. It is not in a part of a ruleset,
  ///   such as a document for `apply` may be.
  /// - Returns: The problems of the flags, then those of the segments, in the order of the entries.
  public func referenceIssues(isWhole: Bool = true) -> [DocumentIssue] {
    ReferenceCheck(self, isWhole: isWhole).issues
  }
}
