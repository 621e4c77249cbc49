extension PropertySchema {
  /// Reads a schema whose size is not known yet.
  init?(reading value: JSONValue, with decoder: inout DocumentDecoder) {
    let limits = decoder.limits
    guard Self.isSmall(value, limit: limits.schemaValues) else {
      decoder.report("has too many values; at most \(limits.schemaValues) are allowed")
      return nil
    }
    let bytes = value.serialized().count
    guard bytes <= limits.schemaBytes else {
      decoder.report("\(bytes) bytes are too many; at most \(limits.schemaBytes) are allowed")
      return nil
    }
    var states = 0
    self.init(decoding: value, depth: 1, states: &states, with: &decoder)
  }

  /// Whether a value consists of at most so many values, itself included.
  private static func isSmall(_ value: JSONValue, limit: Int) -> Bool {
    var waiting = [value]
    var seen = 0
    while let next = waiting.popLast() {
      seen += 1
      switch next {
      case .array(let elements): waiting += elements
      case .object(let members): waiting += members.map(\.value)
      case .null, .bool, .number, .string: break
      }
      if seen + waiting.count > limit { return false }
    }
    return true
  }

  /// - Parameters:
  ///   - depth: How many schemas this one stands in, itself included.
  ///   - states: How many states the patterns have so far.
  private init?(decoding value: JSONValue, depth: Int, states: inout Int, with decoder: inout DocumentDecoder) {
    guard let object = decoder.object(value) else { return nil }
    guard depth <= decoder.limits.schemaDepth else {
      decoder.report("stands in more than \(decoder.limits.schemaDepth - 1) other schemas")
      return nil
    }
    self.init()
    decoder.checkMembers(of: object, known: Self.keywords)
    types = decoder.optional("type", of: object) { Self.types($1, with: &$0) } ?? []
    choices = decoder.optional("enum", of: object) { $0.array($1) }
    choiceSet = Set(choices ?? [])
    constant = object["const"]
    required = decoder.optional("required", of: object) { Self.names($1, with: &$0) } ?? []
    minimum = decoder.optional("minimum", of: object) { $0.number($1) }
    maximum = decoder.optional("maximum", of: object) { $0.number($1) }
    lengths = Bounds("minLength", "maxLength", of: object, with: &decoder)
    counts = Bounds("minItems", "maxItems", of: object, with: &decoder)
    pattern = decoder.optional("pattern", of: object) { Self.pattern($1, states: &states, with: &$0) }
    decoder.optional("properties", of: object) { decoder, value -> Void? in
      guard let members = decoder.object(value) else { return nil }
      for (name, schema) in decoder.members(
        of: members,
        { decoder, name, member -> (String, PropertySchema)? in
          PropertySchema(decoding: member, depth: depth + 1, states: &states, with: &decoder).map { (name, $0) }
        })
      {
        properties[ExactString(name)] = schema
      }
      return nil
    }
    let element = decoder.optional("items", of: object) {
      PropertySchema(decoding: $1, depth: depth + 1, states: &states, with: &$0)
    }
    if let element { items = .each(element) }
  }

  private static func types(_ value: JSONValue, with decoder: inout DocumentDecoder) -> [PropertySchemaType]? {
    guard let elements = value.arrayValue else { return type(value, with: &decoder).map { [$0] } }
    if elements.isEmpty { decoder.report("must not be empty: a value has some type") }
    var known: Set<PropertySchemaType> = []
    return decoder.elements(of: elements) { decoder, element in
      guard let type = type(element, with: &decoder) else { return nil }
      if !known.insert(type).inserted { decoder.report("\(decoder.shown(type.rawValue)) is named twice") }
      return type
    }
  }

  private static func type(_ value: JSONValue, with decoder: inout DocumentDecoder) -> PropertySchemaType? {
    guard let name = decoder.string(value) else { return nil }
    guard let type = PropertySchemaType(rawValue: name) else {
      let all = PropertySchemaType.allCases.map(\.rawValue).joined(separator: ", ")
      decoder.report("\(decoder.shown(name)) is not a type of JSON; allowed are \(all)")
      return nil
    }
    return type
  }

  private static func names(_ value: JSONValue, with decoder: inout DocumentDecoder) -> [String]? {
    guard let elements = decoder.array(value) else { return nil }
    var known: Set<ExactString> = []
    return decoder.elements(of: elements) { decoder, element in
      guard let name = decoder.string(element) else { return nil }
      if !known.insert(ExactString(name)).inserted { decoder.report("\(decoder.shown(name)) is named twice") }
      return name
    }
  }

  private static func pattern(
    _ value: JSONValue, states: inout Int, with decoder: inout DocumentDecoder
  ) -> Pattern? {
    let limit = decoder.limits.schemaPatternStates
    // Patterns beyond the limit are not even compiled.
    guard let text = decoder.string(value), states <= limit else { return nil }
    do throws(PatternError) {
      let pattern = try Pattern(parsing: text)
      states += pattern.stateCount
      if states > limit {
        decoder.report("the patterns up to here have \(states) states; at most \(limit) are allowed")
      }
      return pattern
    } catch {
      decoder.report("\(decoder.shown(text)) is not a pattern: \(error)")
      return nil
    }
  }
}

extension PropertySchema.Bounds {
  fileprivate init(
    _ least: String, _ greatest: String, of object: JSONObject, with decoder: inout DocumentDecoder
  ) {
    self.least = decoder.optional(least, of: object) { $0.count($1) }
    self.greatest = decoder.optional(greatest, of: object) { $0.count($1) }
  }
}
