import SerinCodegen
import SerinFlags

/// The names that generated code has for the flags of a document.
struct GeneratedNames: Sendable {
  /// Keys by type and member, as ``Declarations/keys`` has them.
  private(set) var keys: [String: [String: Set<ExactString>]] = [:]

  /// No names.
  init() {}

  /// The names of every flag of a document, archived ones too: code that was generated before still has them.
  ///
  /// A flag is `FlagKey.newCheckout`; its properties and variations are members of the type `FlagKey.NewCheckout`.
  init(_ document: RulesetDocument) {
    let flagKeys = document.flags.map(\.key)
    let members = SwiftNames(flagKeys, for: .flag)
    let types = SwiftNames(flagKeys, for: .type)
    for entry in document.flags {
      let key = ExactString(entry.key)
      if let member = members[entry.key] { keys["FlagKey", default: [:]][member.text] = [key] }
      guard let type = types[entry.key], let definition = entry.definition else { continue }
      keys["FlagKey", default: [:]][type.text] = [key]
      let properties = definition.properties.map(\.name)
      let names = SwiftNames(properties, for: .property)
      for property in properties {
        if let name = names[property] { keys[type.text, default: [:]][name.text, default: []].insert(key) }
      }
    }
  }
}
