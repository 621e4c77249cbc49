import SerinCodegen
package import SerinFlags

/// Where a code base names flags, and what it says of them.
package struct CodeScan: Sendable {
  /// The places, sorted by file, line and column.
  package let references: [CodeReference]
  /// What the code says of flags, in the same order.
  package let claims: [CodeClaim]
  /// How many lines were looked through.
  package let lines: Int

  /// Looks through sources.
  ///
  /// - Parameters:
  ///   - files: the sources of a code base; what one of them declares counts in all.
  ///   - document: the flags of the app; its generated names are then known even where no source declares them, as with
  ///     the build plugin.
  ///   - progress: hears how many of how many steps are done; each file is two.
  package init(
    _ files: [SourceFile], document: RulesetDocument? = nil, progress: (Int, Int) -> Void = { _, _ in }
  ) {
    let steps = files.count * 2
    let sources = files.enumerated().map { index, file in
      progress(index, steps)
      return SwiftSource(file)
    }
    let declarations = Declarations(sources, generated: document.map(GeneratedNames.init) ?? GeneratedNames())
    var references: [CodeReference] = []
    var claims: [CodeClaim] = []
    var lines = 0
    for (index, source) in sources.sorted(by: { $0.path.precedesInBytes($1.path) }).enumerated() {
      progress(files.count + index, steps)
      var finder = ReferenceFinder(source, declarations: declarations)
      finder.find()
      var places = SourcePlaces(source)
      let starts = places.lineStarts
      lines += starts.count - (source.bytes.isEmpty || starts.last == source.bytes.count ? 1 : 0)
      let isGenerated = source.isGenerated
      let marks = finder.found.sorted { ($0.key.offset, $0.key.key) < ($1.key.offset, $1.key.key) }
      for (mark, kind) in marks {
        references.append(CodeReference(mark, kind, at: places.place(of: mark.offset), in: source, isGenerated))
      }
      for claim in finder.claims.sorted(by: { ($0.mark.offset, $0.mark.key) < ($1.mark.offset, $1.mark.key) }) {
        let place = places.place(of: claim.mark.offset)
        let reference = CodeReference(claim.mark, .declaration, at: place, in: source, isGenerated)
        claims.append(CodeClaim(reference: reference, content: claim.content))
      }
    }
    self.references = references
    self.claims = claims
    self.lines = lines
  }

  /// The report for programs (schema 1).
  package var json: JSONValue {
    ["schema": 1, "references": .array(references.map(\.json))]
  }
}

extension CodeReference {
  fileprivate init(
    _ mark: ReferenceFinder.Mark, _ kind: CodeReferenceKind, at place: SourcePlaces.Place, in source: SwiftSource,
    _ isGenerated: Bool
  ) {
    self.init(
      flag: mark.key.string, file: source.path, line: place.line, column: place.column, kind: kind,
      snippet: place.snippet, isInGeneratedFile: isGenerated)
  }
}

extension SwiftSource {
  /// Whether the file says before its first code that it was generated; what it repeats of the document is no use of a flag.
  var isGenerated: Bool {
    GeneratedMark.isIn(bytes)
  }
}
