internal import SerinFlags

// What a flag carries besides being on or off: a type with its properties, and an enum of its variations in it.
extension FlagDeclaration {
  /// Whether the flag carries anything that has a name in code.
  var hasType: Bool { !flag.properties.isEmpty || flag.hasNamedVariations }

  /// What of the type should have better names.
  var typeWarnings: [String] {
    guard state != .archived else { return [] }
    let groups =
      propertyNames.collisions.map { ("properties", $0) }
      + (flag.hasNamedVariations ? variationNames.collisions.map { ("variations", $0) } : [])
    return groups.map { what, names in
      "flag \(flag.key), \(flag.ownerInWords): \(what) whose names would be the same have a suffix: "
        + Lookalikes.toldApart(names).joined(separator: ", ")
    }
  }

  /// Writes the type.
  func writeType(to writer: inout SourceWriter) {
    writer.line("/// What \(title) carries.")
    writer.lines(availability)
    writer.block("nonisolated \(access.prefix)enum \(type.declared) {") { writer in
      let names = propertyNames
      for property in flag.properties {
        guard let name = names[property.name] else { continue }
        writer.line("/// \(SourceComment.code(property.name)), \(property.type.inWords).")
        writer.line("nonisolated \(access.prefix)static let \(name.declared) = \(construction(of: property))")
      }
      guard flag.hasNamedVariations else { return }
      if !flag.properties.isEmpty { writer.separate() }
      writeVariations(to: &writer)
    }
  }

  private func writeVariations(to writer: inout SourceWriter) {
    writer.line("/// The variations; a raw value is the exact name.")
    writer.block("nonisolated \(access.prefix)enum Variation: String, CaseIterable, Sendable {") { writer in
      let names = variationNames
      for variation in flag.variations {
        guard let name = names[variation.name] else { continue }
        let rawValue =
          name.text.hasSameBytes(as: variation.name) ? "" : " = \(SwiftLiteral.string(variation.name))"
        writer.line("case \(name.declared)\(rawValue)")
      }
      guard hasLookalikes else { return }
      writer.separate()
      writer.line("/// Names that look the same are told apart by their bytes, as Swift's comparison does not.")
      writer.block("nonisolated \(access.prefix)init?(rawValue: String) {") { writer in
        writer.block("for variation in Self.allCases where variation.rawValue.utf8.elementsEqual(rawValue.utf8) {") {
          $0.line("self = variation")
          $0.line("return")
        }
        writer.line("return nil")
      }
    }
  }

  /// Whether names of variations differ in their bytes and are equal as Swift's strings: canonically equivalent.
  private var hasLookalikes: Bool { Set(flag.variations.map(\.name)).count < flag.variations.count }

  private func construction(of property: PropertyDefinition) -> String {
    let value =
      switch (property.type, property.default) {
      case (.json, let value): SwiftLiteral.json(value)
      case (_, .string(let text)): SwiftLiteral.string(text)
      case (_, .number(let number)): SwiftLiteral.number(number)
      case (_, .bool(let bool)): "\(bool)"
      // No document has it: a default is of its property's type.
      case (_, let value): SwiftLiteral.json(value)
      }
    return "FlagProperty<\(property.type.swiftType)>"
      + "(\(quietExpression), \(SwiftLiteral.string(property.name)), default: \(value))"
  }

  private var propertyNames: SwiftNames { SwiftNames(flag.properties.map(\.name), for: .property) }

  private var variationNames: SwiftNames { SwiftNames(flag.variations.map(\.name), for: .variation) }
}

extension PropertyType {
  /// The type that the SDK reads it as.
  ///
  /// A number is a `Double` whatever its default is: somebody may give a variation a fraction at any time.
  fileprivate var swiftType: String {
    switch self {
    case .string: "String"
    case .number: "Double"
    case .boolean: "Bool"
    case .json: "JSONValue"
    }
  }

  fileprivate var inWords: String {
    switch self {
    case .string: "a text"
    case .number: "a number"
    case .boolean: "a boolean"
    case .json: "JSON"
    }
  }
}
