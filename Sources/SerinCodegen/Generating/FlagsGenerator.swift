package import SerinFlags

/// Writes the Swift source that declares a document's flags.
///
/// The same document, options and day give the same bytes. Nothing of the document's revision or of the day stands in them, so
/// generating anew changes something only where a declaration changes.
///
/// The source needs `import Serin` alone and compiles in Swift 6 and Swift 5 mode, also where everything belongs to the
/// main actor by default: whatever it declares is `nonisolated`.
package struct FlagsGenerator {
  private let document: FlagsDocument
  private let options: GeneratorOptions
  private let declarations: [FlagDeclaration]
  private let collisions: [String]

  /// Generates source.
  ///
  /// - Parameters:
  ///   - document: The flags.
  ///   - options: How they are declared.
  ///   - day: The day on which a flag counts as expired or not, in UTC.
  package static func source(
    of document: FlagsDocument, options: GeneratorOptions, asOf day: CalendarDay
  ) -> GeneratedSource {
    let generator = FlagsGenerator(document, options: options, day: day)
    return GeneratedSource(text: generator.text, warnings: generator.warnings)
  }

  private init(_ document: FlagsDocument, options: GeneratorOptions, day: CalendarDay) {
    self.document = document
    self.options = options
    let keys = document.flags.map(\.key)
    let names = SwiftNames(keys, for: .flag)
    let types = SwiftNames(keys, for: .type)
    let ofTypes = types.collisions.filter { !names.collisions.contains($0) }
    collisions =
      names.collisions.map { Self.warning(of: $0, names, what: "flags") }
      + ofTypes.map { Self.warning(of: $0, types, what: "types of flags") }
    declarations = document.flags.compactMap { flag in
      guard !flag.isArchived || options.archived == .error, let name = names[flag.key], let type = types[flag.key]
      else { return nil }
      return FlagDeclaration(flag, name: name, type: type, access: options.access, day: day)
    }
  }

  private static func warning(of keys: [String], _ names: SwiftNames, what: String) -> String {
    let named = zip(keys, Lookalikes.toldApart(keys)).map { "\($1) is \(names[$0]?.text ?? "")" }
    return "\(what) whose names would be the same have a suffix: \(named.joined(separator: ", "))"
  }

  private var warnings: [String] {
    document.unknownMembers.map(\.description) + collisions + declarations.flatMap(\.warnings)
  }

  private var text: String {
    var writer = SourceWriter()
    writeHeader(to: &writer)
    writer.block("extension FlagKey {") { writer in
      for declaration in declarations {
        declaration.writeKey(to: &writer)
        writer.separate()
      }
      writeList(to: &writer)
      writeQuietKeys(to: &writer)
    }
    let carrying = declarations.filter(\.hasType)
    if !carrying.isEmpty {
      writer.separate()
      writer.block("extension FlagKey {") { writer in
        for declaration in carrying {
          declaration.writeType(to: &writer)
          writer.separate()
        }
      }
    }
    return writer.text
  }

  private func writeHeader(to writer: inout SourceWriter) {
    let parts = [("project", document.project), ("environment", document.environment)]
    let named = parts.map { ($0, SourceComment.line($1)) }.filter { !$1.isEmpty }.map { "\($0) \($1)" }
    writer.line("// \((["Flags"] + named).joined(separator: ", ")).")
    writer.line("// \(GeneratedMark.words); edit flags.json instead.")
    writer.line("//")
    writer.line("// swift-format-ignore-file")
    writer.line("// swiftlint:disable all")
    writer.separate()
    guard options.access != .internal else {
      writer.line("import Serin")
      writer.separate()
      return
    }
    // Where imports are internal by default, a declaration that others see needs one that says so; elsewhere one that says
    // so would be at odds with the plain imports in other files.
    writer.line("#if hasFeature(InternalImportsByDefault)")
    writer.line("  \(options.access.rawValue) import Serin")
    writer.line("#else")
    writer.line("  import Serin")
    writer.line("#endif")
    writer.separate()
  }

  /// The list names no deprecated declaration, so that it does not warn itself.
  private func writeList(to writer: inout SourceWriter) {
    writer.line("/// Every flag that is declared here, for `FeatureFlags.Configuration.declared`.")
    let listed = declarations.filter { !$0.flag.isArchived }
    let start = "nonisolated \(options.access.prefix)static let allDeclared: [FlagKey] = ["
    guard !listed.isEmpty else { return writer.line(start + "]") }
    writer.block(start, end: "]") { writer in
      for declaration in listed { writer.line(declaration.quietExpression + ",") }
    }
  }

  private func writeQuietKeys(to writer: inout SourceWriter) {
    let quiet = declarations.filter(\.isDeclaredQuietly)
    guard !quiet.isEmpty else { return }
    let states = [(FlagDeclaration.State.expired, "expired"), (.archived, "archived")]
    let words = states.filter { state, _ in quiet.contains { $0.state == state } }.map(\.1).joined(separator: " and ")
    writer.separate()
    writer.line("/// \(words.prefix(1).uppercased())\(words.dropFirst()) flags under names that do not warn.")
    writer.block("private nonisolated enum \(FlagDeclaration.quietType) {") { writer in
      for declaration in quiet { declaration.writeQuietKey(to: &writer) }
    }
  }
}

extension GeneratorOptions.AccessLevel {
  /// The modifier with a space behind it; nothing for what is internal anyway.
  var prefix: String { self == .internal ? "" : rawValue + " " }
}
