extension RulesetDocument {
  /// The keys of the flags whose answers may change with some flags and segments: those flags, and all that depend on
  /// them or on the segments, through prerequisites, conditions and other segments.
  ///
  /// Archived flags are not among them.
  package func flagsAffected(
    by flags: Set<ExactString>, segments: Set<ExactString>
  ) -> Set<ExactString> {
    var users: [Subject: [Subject]] = [:]
    for entry in self.flags where !entry.isArchived {
      for reference in ReferenceWalk(entry).references {
        if let used = Subject(reference.target) { users[used, default: []].append(.flag(ExactString(entry.key))) }
      }
    }
    for entry in self.segments {
      for reference in ReferenceWalk(entry).references {
        if let used = Subject(reference.target) { users[used, default: []].append(.segment(ExactString(entry.key))) }
      }
    }
    var waiting = flags.map(Subject.flag) + segments.map(Subject.segment)
    var reached = Set(waiting)
    while let subject = waiting.popLast() {
      for user in users[subject] ?? [] where reached.insert(user).inserted { waiting.append(user) }
    }
    let archived = Set(self.flags.lazy.filter(\.isArchived).map { ExactString($0.key) })
    return Set(reached.compactMap(\.flag)).subtracting(archived)
  }
}

/// A flag or segment by its key.
private enum Subject: Hashable {
  case flag(ExactString)
  case segment(ExactString)

  /// What must be decided before whatever refers to it; nil where nothing must.
  init?(_ target: DocumentReference.Target) {
    switch target {
    case .flag(let key, _): self = .flag(ExactString(key))
    case .segment(let key): self = .segment(ExactString(key))
    case .seen: return nil
    }
  }

  var flag: ExactString? { if case .flag(let key) = self { key } else { nil } }
}
