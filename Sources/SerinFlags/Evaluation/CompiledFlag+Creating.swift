extension CompiledFlag {
  /// Prepares a flag on its own; one that makes no sense answers with the reason `malformed`.
  ///
  /// Flags and segments that it refers to are unknown to it: use a ``CompiledRuleset`` for such flags.
  public convenience init(_ definition: FlagDefinition) {
    var registry = ReferenceRegistry()
    var memory: ProgramMemory?
    self.init(definition, &registry, in: &memory)
  }

  /// Prepares a flag of a document on its own, sound or not.
  public convenience init(_ entry: FlagEntry) {
    var registry = ReferenceRegistry()
    var memory: ProgramMemory?
    self.init(entry, &registry, in: &memory)
  }

  /// A flag whose only answer has the reason `malformed`: the caller's default counts.
  public static func malformed(key: String, issues: [DocumentIssue]) -> CompiledFlag {
    CompiledFlag(FlagEntry(malformed: MalformedFlag(json: [:], issues: issues), key: key))
  }

  convenience init(_ entry: FlagEntry, _ registry: inout ReferenceRegistry, in memory: inout ProgramMemory?) {
    switch entry.content {
    case .definition(let definition): self.init(definition, &registry, in: &memory)
    case .malformed(let flag): self.init(.malformed(flag, key: entry.key), in: &memory)
    }
  }

  convenience init(
    _ definition: FlagDefinition, _ registry: inout ReferenceRegistry, in memory: inout ProgramMemory?
  ) {
    do throws(DocumentError) {
      var compiler = FlagCompiler(definition)
      self.init(try compiler.compile(&registry), in: &memory)
    } catch {
      self.init(
        .malformed(MalformedFlag(json: definition.json, issues: error.issues), key: definition.key), in: &memory)
    }
  }
}
