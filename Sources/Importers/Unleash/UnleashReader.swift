import SerinFlags

/// Reads one document of Unleash.
struct UnleashReader {
  let features: [JSONValue]
  let owner: String
  var findings = FindingList()
  /// The segments by what features call them.
  var segments: [JSONValue: UnleashSegment] = [:]
  /// What is known about features that others depend on.
  var parents: [ExactString: UnleashParent] = [:]
  /// The attributes that some constraint compares as numbers, with the place of the first one.
  var numbers: [ExactString: String] = [:]

  /// Whether the strategy that is being read is its feature's only one.
  ///
  /// What an SDK cannot understand closes that strategy in some of Unleash's SDKs and the whole feature in others.
  var isOnlyStrategy = false

  init(features: [JSONValue], segments: [JSONValue], owner: String) {
    self.features = features
    self.owner = owner
    findNumbers(in: segments)
    readSegments(segments)
  }

  mutating func read() -> Import {
    var flags: [(position: Int, entry: FlagEntry)] = []
    // Parents first: whether a child can be imported depends on them. Only a parent without parents counts in Unleash.
    let (roots, children) = partition()
    for position in roots + children {
      findings.begin()
      if let entry = readFeature(at: position) { flags.append((position, entry)) }
    }
    let entries = flags.map(\.entry).sorted { $0.key.precedesInBytes($1.key) }
    let used = segments.values.compactMap(\.entry).sorted { $0.key.precedesInBytes($1.key) }
    return Import(document: RulesetDocument(flags: entries, segments: used), findings: findings.findings)
  }

  /// The positions of the features without and with dependencies.
  private func partition() -> (roots: [Int], children: [Int]) {
    let hasParents = features.map { feature in feature["dependencies"]?.arrayValue?.isEmpty == false }
    return (hasParents.indices.filter { !hasParents[$0] }, hasParents.indices.filter { hasParents[$0] })
  }

  /// Notes which attributes must be numbers, before anything is translated.
  private mutating func findNumbers(in segments: [JSONValue]) {
    for (index, segment) in segments.enumerated() {
      findNumbers(inConstraintsOf: segment, path: DocumentPath.element("segments", index))
    }
    for (index, feature) in features.enumerated() {
      let path = DocumentPath.member(DocumentPath.element("features", index), "strategies")
      for (place, strategy) in (feature["strategies"]?.arrayValue ?? []).enumerated() {
        findNumbers(inConstraintsOf: strategy, path: DocumentPath.element(path, place))
      }
    }
  }

  private mutating func findNumbers(inConstraintsOf value: JSONValue, path: String) {
    for (index, constraint) in (value["constraints"]?.arrayValue ?? []).enumerated() {
      guard let name = constraint["operator"]?.stringValue, name.hasPrefix("NUM_"),
        let field = constraint["contextName"]?.stringValue, numbers[ExactString(field)] == nil
      else { continue }
      numbers[ExactString(field)] = DocumentPath.element(DocumentPath.member(path, "constraints"), index)
    }
  }
}

/// What a feature's children need to know about it.
struct UnleashParent {
  /// Whether it was imported.
  var isImported: Bool
  /// Whether it depends on others itself; Unleash then never takes it as satisfied.
  var hasParents: Bool
  /// The variations by the name of the variant that Unleash gives in them.
  var variations: [ExactString: [String]] = [:]
}
