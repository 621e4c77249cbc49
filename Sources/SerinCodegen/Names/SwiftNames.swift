internal import SerinFlags

/// The Swift identifiers of all keys that stand side by side, each of them unique.
///
/// The name of a key does not depend on the order of the keys. Keys whose names would be the same, such as `new_checkout`
/// and `new-checkout`, all get a suffix that is made of their bytes; so does a key of which nothing can stand in a name.
/// Names that are taken, such as that of the list of all flags, get the role as a suffix: `releaseFlag`.
///
/// For the names of a document's flags, hand in all of its keys, those of archived flags too: archiving a flag then renames no
/// other one.
package struct SwiftNames: Sendable {
  private let names: [ExactString: SwiftName]

  /// The keys whose names would have been the same without a suffix, each group sorted by bytes, in the order of their
  /// first keys.
  package let collisions: [[String]]

  /// Names keys.
  ///
  /// - Parameters:
  ///   - keys: The keys; one that is there twice counts once.
  ///   - role: What the names are for.
  package init(_ keys: some Sequence<String>, for role: SwiftName.Role) {
    let keys = Set(keys.map(ExactString.init)).sorted()
    // Grouped as texts that look the same, which is what Swift's own comparison means.
    var groups: [String: [String]] = [:]
    var nameless: Set<ExactString> = []
    for key in keys {
      let name = SwiftName.camelCase(key.string, for: role)
      if name == nil { nameless.insert(key) }
      let base = name ?? role.nameOfNothing
      groups[role.free(base), default: []].append(key.string)
    }
    var names: [ExactString: SwiftName] = [:]
    for (base, members) in groups {
      let isPlain = members.count == 1 && !nameless.contains(ExactString(members[0]))
      for (key, suffix) in zip(members, isPlain ? [""] : Self.suffixes(of: members)) {
        names[ExactString(key)] = SwiftName(text: base + suffix)
      }
    }
    self.names = names
    collisions = groups.values.filter { $0.count > 1 }.sorted { $0[0].precedesInBytes($1[0]) }
  }

  /// The name of a key; nil when it was not among the keys.
  package subscript(key: String) -> SwiftName? { names[ExactString(key)] }

  /// The suffixes of keys whose names are the same otherwise.
  ///
  /// No name has an underscore before a letter of its own, so `_x` cannot make a name that another key has.
  private static func suffixes(of keys: [String]) -> [String] {
    let short = keys.map { hexadecimal($0.utf8.fnv1a, digits: 8) }
    let isUnique = Set(short).count == short.count
    return zip(keys, short).map { key, short in
      "_x" + (isUnique ? short : key.utf8.map { hexadecimal(UInt32($0), digits: 2) }.joined())
    }
  }

  private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}

extension SwiftName.Role {
  /// Names that generated code, the SDK or the language has for something else in the same place.
  private var takenNames: Set<String> {
    switch self {
    case .flag:
      [
        "allDeclared", "experiment", "init", "killSwitch", "none", "ops", "permission", "release", "self", "some",
      ]
    case .type: TakenTypeNames.all
    case .property: ["init", "self"]
    case .variation: ["allCases", "hash", "hashValue", "init", "none", "rawValue", "self", "some"]
    }
  }

  /// The name itself, or with a suffix where it is taken.
  fileprivate func free(_ name: String) -> String {
    var name = name
    while takenNames.contains(name) { name += suffix }
    return name
  }

  private var suffix: String {
    switch self {
    case .flag, .type: "Flag"
    case .property: "Property"
    case .variation: "Variation"
    }
  }

  /// What a name is called of whose key nothing can stand in a name.
  fileprivate var nameOfNothing: String {
    switch self {
    case .flag: "flag"
    case .type: "Flag"
    case .property: "property"
    case .variation: "variation"
    }
  }
}

extension Sequence<UInt8> {
  /// The 32-bit FNV-1a hash of the bytes, by Fowler, Noll and Vo.
  fileprivate var fnv1a: UInt32 {
    reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}
