/// A segment that is ready to be decided.
final class CompiledSegment: Sendable {
  let key: String
  let program: Program
  /// What its conditions refer to.
  let use: ReferenceUse
  /// What is wrong with its document; flags that use it are malformed then.
  let issues: [DocumentIssue]

  init(_ entry: SegmentEntry, _ registry: inout ReferenceRegistry) {
    key = entry.key
    var builder = ProgramBuilder()
    var issues = entry.issues
    if let definition = entry.definition, builder.add(definition.condition, registry: &registry) == nil {
      builder = ProgramBuilder()
      issues = [
        DocumentIssue(
          path: DocumentPath.member("segments", entry.key), message: "has a comparison that makes no sense")
      ]
    }
    self.issues = issues
    use = builder.references
    var memory: ProgramMemory?
    program = Program(builder, in: &memory)
  }
}
