import SerinCodegen
import SerinFlags

/// What the sources of a code base declare that flags are named by.
///
/// Types are told apart by the last part of their names only: no code is compiled here.
struct Declarations: Sendable {
  /// A parameter of a function, initialiser or memberwise initialiser.
  struct Parameter: Sendable, Hashable {
    /// Its label, or nil.
    var label: String?
    /// Its place among all arguments; nil where only the label counts.
    var position: Int?
    /// The type that is expected.
    var type: String
  }

  /// A constant that is made of a flag's key: a property, or another constant.
  struct Alias: Sendable {
    var container: String
    var name: String
    var targetType: String
    var targetName: String
  }

  /// Keys by the type and name of the constant that stands for them; the type is empty at the top of a file.
  var keys: [String: [String: Set<ExactString>]] = [:]
  /// The texts of enums with text raw values, by the enum and the case.
  var textCases: [String: [String: Set<ExactString>]] = [:]
  /// The enums that conform to `FlagCatalog`.
  var catalogs: Set<String> = []
  /// Texts by the type and name of their constant.
  var texts: [String: [String: Set<ExactString>]] = [:]
  /// The parameters that take keys, by the name of what is called.
  var parameters: [String: Set<Parameter>] = [:]
  /// The names of values that answer for flags, and of functions that give such values.
  var readers: Set<String> = []
  /// Values that are what a function gives back, by the value's name, with the function's.
  var results: [(name: String, function: String)] = []
  /// The types of named values.
  var holders: [String: Set<String>] = [:]
  /// By file, the names that stand for something unknown in a part of it, such as those of parameters.
  var hidden: [String: Set<String>] = [:]
  /// Constants whose key is that of another constant.
  var aliases: [Alias] = []

  /// Whether a bare name in a file may stand for something else than the constant of that name.
  func isHidden(_ name: String, in path: String) -> Bool { hidden[path]?.contains(name) ?? false }

  /// The types whose members are keys, or carry them.
  var keyTypes: Set<String> { catalogs.union(KeyConstructors.carriers).union(["FlagKey"]) }

  /// Reads the declarations of all sources.
  ///
  /// - Parameters:
  ///   - sources: the code base.
  ///   - generated: the names of generated code, for what no source declares.
  init(_ sources: [SwiftSource], generated: GeneratedNames) {
    for source in sources {
      var reader = DeclarationReader(source)
      reader.read(into: &self)
    }
    for catalog in catalogs {
      for (name, values) in textCases[catalog] ?? [:] {
        keys[catalog, default: [:]][name, default: []].formUnion(values)
      }
    }
    for (type, members) in generated.keys {
      for (name, found) in members where keys[type]?[name] == nil { keys[type, default: [:]][name] = found }
    }
    // An expired flag's constant stands for another one, and a property's for that.
    for _ in 0..<2 { resolveAliases() }
    if sources.contains(where: \.isGenerated) { addTypesOfFlags() }
    for result in results where readers.contains(result.function) { readers.insert(result.name) }
    results = []
    let types = keyTypes
    parameters = parameters.compactMapValues { parameters in
      let useful = parameters.filter { types.contains($0.type) }
      return useful.isEmpty ? nil : useful
    }
  }

  private mutating func resolveAliases() {
    for alias in aliases {
      guard let found = keys[alias.targetType]?[alias.targetName] else { continue }
      keys[alias.container, default: [:]][alias.name, default: []].formUnion(found)
    }
  }

  /// The types that generated code puts into `FlagKey` for what flags carry: `FlagKey.NewCheckout`.
  private mutating func addTypesOfFlags() {
    let declared = Set((keys["FlagKey"] ?? [:]).values.joined())
    let names = SwiftNames(declared.map(\.string), for: .type)
    for key in declared {
      if let name = names[key.string] { keys["FlagKey", default: [:]][name.text, default: []].insert(key) }
    }
  }
}
