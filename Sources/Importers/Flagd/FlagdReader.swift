import SerinFlags

/// Reads one document of flagd.
struct FlagdReader {
  let flags: JSONObject
  let evaluators: JSONObject
  let owner: String
  var findings = FindingList()
  /// The attributes that were mentioned already.
  var mentioned: Set<ExactString> = []
  /// The flag that is being read.
  var flag = FlagDefinition(key: "", kind: .release)
  /// The variants that the flag has.
  var variants: Set<ExactString> = []
  /// How many expressions of the flag were read: shared rules can double in each other.
  var steps = 0
  /// The most expressions of one flag.
  static let maximumSteps = 5000
  /// The shared rules that are being followed, so that none leads back to itself.
  var followed: [String] = []

  init(flags: JSONObject, evaluators: JSONObject, owner: String) {
    self.flags = flags
    self.evaluators = evaluators
    self.owner = owner
  }

  mutating func read() -> Import {
    if flags.contains(where: { $0.value.given("targeting") != nil }) {
      findings.changed(
        "flags",
        "JsonLogic's conversions are not imitated: an attribute must have the type that it is compared with, or neither "
          + "the comparison nor its opposite matches")
    }
    var entries: [FlagEntry] = []
    for (key, json) in flags {
      findings.begin()
      if let entry = entry(json, key: key, path: DocumentPath.member("flags", key)) { entries.append(entry) }
    }
    let sorted = entries.sorted { $0.key.precedesInBytes($1.key) }
    return Import(document: RulesetDocument(flags: sorted), findings: findings.findings)
  }

  private mutating func entry(_ json: JSONValue, key: String, path: String) -> FlagEntry? {
    guard KeyGrammar.isValidImportedKey(key) else {
      findings.leaveOut(path, KeyGrammar.importedRule)
      return nil
    }
    let variantsPath = DocumentPath.member(path, "variants")
    guard let values = json["variants"]?.objectValue, !values.isEmpty else {
      findings.leaveOut(variantsPath, "is not an object with variants")
      return nil
    }
    for (name, value) in values where value.isNull {
      findings.leaveOut(DocumentPath.member(variantsPath, name), "null is no value in flagd")
    }
    let outcomes = ImportedOutcomes(values.map { ($0.name, $0.value) })
    flag = FlagDefinition(key: key, kind: .release, owner: owner, off: outcomes.off)
    flag.properties = outcomes.properties
    flag.variations = outcomes.variations
    flag.value = ImportedOutcomes.property
    variants = Set(values.names.map(ExactString.init))
    steps = 0
    let fallback = (outcomes.properties.first?.default ?? .null).text()
    switch json["state"] {
    case "ENABLED": break
    case "DISABLED":
      flag.isKilled = true
      findings.changed(
        DocumentPath.member(path, "state"),
        "a disabled flag gives the app's own default in flagd; here it is off with the value \(fallback)")
    default: findings.leaveOut(DocumentPath.member(path, "state"), "is neither ENABLED nor DISABLED")
    }
    readDefault(json["defaultVariant"] ?? .null, path: DocumentPath.member(path, "defaultVariant"), fallback)
    if let targeting = json.given("targeting"), targeting != .object([:]) {
      if targeting.objectValue == nil {
        findings.leaveOut(DocumentPath.member(path, "targeting"), "is not an expression")
      }
      let place = Place(path: DocumentPath.member(path, "targeting"), part: "targeting")
      result(of: targeting, for: .always, at: place)
    }
    return findings.finish(flag, path: path)
  }

  private mutating func readDefault(_ value: JSONValue, path: String, _ fallback: String) {
    if value.isNull || value == "" {
      findings.changed(
        path,
        "without a default variant flagd gives the app's own default; here the flag is off with the value \(fallback)")
    } else if let name = variant(value, path: path) {
      flag.default = name
    }
  }

  /// The variation that a text or a boolean names; nil, with a finding, when there is none.
  mutating func variant(_ value: JSONValue, path: String) -> String? {
    let name = value.boolValue.map { $0 ? "true" : "false" } ?? value.stringValue
    guard let name, variants.contains(ExactString(name)) else {
      findings.leaveOut(path, "\(value.text()) is not one of the variants, which is an error in flagd")
      return nil
    }
    return name
  }

  /// Where a part of the targeting stands: in the document, and in its flag.
  struct Place {
    var path: String
    var part: String

    func member(_ name: String) -> Place {
      Place(path: DocumentPath.member(path, name), part: DocumentPath.member(part, name))
    }

    func element(_ index: Int) -> Place {
      Place(path: DocumentPath.element(path, index), part: DocumentPath.element(part, index))
    }
  }
}

extension JSONValue {
  /// The operator and the arguments of an expression; one argument may stand without its array.
  var expression: (name: String, arguments: [JSONValue], isList: Bool)? {
    guard let object = objectValue, object.count == 1, let member = object.first else { return nil }
    if let list = member.value.arrayValue { return (member.name, list, true) }
    return (member.name, [member.value], false)
  }
}

extension FlagdReader.Place {
  /// The place of an argument of an operator that stands here.
  func argument(_ index: Int, of name: String, isList: Bool) -> FlagdReader.Place {
    isList ? member(name).element(index) : member(name)
  }
}
