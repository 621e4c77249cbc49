extension PropertySchema {
  /// Reports each part of a value that does not fit, with its path.
  func check(_ value: JSONValue, with decoder: inout DocumentDecoder) {
    if !types.isEmpty, !types.contains(where: { $0.accepts(value) }) {
      // Of a number that is not whole its type alone says nothing.
      let found = value.numberValue == nil ? value.typeDescription : decoder.shown(value)
      decoder.report("\(found) is not \(types.map(\.wanted).joined(separator: " or "))")
      return
    }
    if let choices, !choiceSet.contains(value) {
      let shown = choices.prefix(10).map { decoder.shown($0) }.joined(separator: ", ")
      decoder.report("\(decoder.shown(value)) is not allowed; allowed are \(shown)\(choices.count > 10 ? ", …" : "")")
    }
    if let constant, constant != value {
      decoder.report("\(decoder.shown(value)) is not allowed; allowed is \(decoder.shown(constant))")
    }
    switch value {
    case .null, .bool: break
    case .number(let number): check(number, with: &decoder)
    case .string(let text): check(text, with: &decoder)
    case .array(let elements): check(elements, with: &decoder)
    case .object(let members): check(members, with: &decoder)
    }
  }

  private func check(_ number: Double, with decoder: inout DocumentDecoder) {
    if let minimum, number < minimum {
      decoder.report("\(decoder.shown(.number(number))) is less than \(decoder.shown(.number(minimum)))")
    }
    if let maximum, number > maximum {
      decoder.report("\(decoder.shown(.number(number))) is more than \(decoder.shown(.number(maximum)))")
    }
  }

  private func check(_ text: String, with decoder: inout DocumentDecoder) {
    lengths.check(text.unicodeScalars.count, "characters", with: &decoder)
    guard let pattern else { return }
    guard text.utf8.count <= Pattern.maximumTextBytes else {
      decoder.report("is longer than \(Pattern.maximumTextBytes) bytes, so that no pattern matches it")
      return
    }
    if !pattern.matches(text) {
      decoder.report("\(decoder.shown(text)) does not match the pattern \(decoder.shown(pattern.source))")
    }
  }

  private func check(_ elements: [JSONValue], with decoder: inout DocumentDecoder) {
    counts.check(elements.count, "elements", with: &decoder)
    guard case .each(let schema) = items else { return }
    _ = decoder.elements(of: elements) { decoder, element -> Void? in
      schema.check(element, with: &decoder)
      return nil
    }
  }

  private func check(_ members: JSONObject, with decoder: inout DocumentDecoder) {
    for name in required where members[name] == nil {
      decoder.member(name, of: members) { decoder, _ in decoder.report("is missing; the property's schema requires it")
      }
    }
    guard !properties.isEmpty else { return }
    _ = decoder.members(of: members) { decoder, name, member -> Void? in
      properties[ExactString(name)]?.check(member, with: &decoder)
      return nil
    }
  }
}

extension PropertySchema.Bounds {
  fileprivate func check(_ count: Int, _ what: String, with decoder: inout DocumentDecoder) {
    if let least, count < least { decoder.report("\(count) \(what) are too few; at least \(least) are required") }
    if let greatest, count > greatest {
      decoder.report("\(count) \(what) are too many; at most \(greatest) are allowed")
    }
  }
}
