extension CompiledFlag {
  /// Prepares a flag on its own; one that makes no sense answers with the reason `malformed`.
  ///
  /// Flags and segments that it refers to are unknown to it: use a ``CompiledRuleset`` for such flags.
  public convenience init(_ definition: FlagDefinition) {
    var registry = ReferenceRegistry()
    self.init(definition, &registry)
  }

  /// Prepares a flag of a document on its own, sound or not.
  public convenience init(_ entry: FlagEntry) {
    var registry = ReferenceRegistry()
    self.init(entry, &registry)
  }

  /// A flag whose only answer has the reason `malformed`: the caller's default counts.
  public static func malformed(key: String, issues: [DocumentIssue]) -> CompiledFlag {
    CompiledFlag(.malformed(MalformedFlag(json: [:], issues: issues), key: key))
  }

  convenience init(_ entry: FlagEntry, _ registry: inout ReferenceRegistry) {
    switch entry.content {
    case .definition(let definition): self.init(definition, &registry)
    case .malformed(let flag): self.init(.malformed(flag, key: entry.key))
    }
  }

  convenience init(_ definition: FlagDefinition, _ registry: inout ReferenceRegistry) {
    do throws(DocumentError) {
      var compiler = FlagCompiler(definition)
      self.init(try compiler.compile(&registry))
    } catch {
      self.init(.malformed(MalformedFlag(json: definition.json, issues: error.issues), key: definition.key))
    }
  }
}
