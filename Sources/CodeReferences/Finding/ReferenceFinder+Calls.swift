import SerinFlags

extension ReferenceFinder {
  /// Looks at a call: what the SDK's calls take, and what the code base's own functions take.
  mutating func findCall(at name: Int, open: Int) {
    guard let callee = source.name(name) else { return }
    if KeyConstructors.kinds.contains(callee) { findConstructor(named: callee, at: name, open: open) }
    let textCalls = CallRules.texts[callee] ?? []
    let keyCalls = CallRules.keys[callee] ?? []
    let parameters = declarations.parameters[callee] ?? []
    guard !textCalls.isEmpty || !keyCalls.isEmpty || !parameters.isEmpty else { return }
    let arguments = source.arguments(in: open)
    for call in textCalls where fits(call.receiver, at: name) && has(call.companion, among: arguments) {
      guard let argument = key(labelled: call.label, among: arguments) else { continue }
      for text in texts(in: argument.value) {
        note(text.keys, .literal, at: text.token)
        claimDefault(of: text.keys, in: arguments, at: text.token)
      }
    }
    for call in keyCalls where fits(call.receiver, at: name) && has(call.companion, among: arguments) {
      find(call, in: arguments)
      if callee == "FlagProperty" { claimProperty(arguments) }
    }
    for parameter in parameters { find(parameter, in: arguments) }
  }

  private func has(_ label: String?, among arguments: [Argument]) -> Bool {
    guard let label else { return true }
    return arguments.contains { $0.label == label }
  }

  private func key(labelled label: String?, among arguments: [Argument]) -> Argument? {
    guard label == nil else { return arguments.first { $0.label == label } }
    return arguments.first.flatMap { $0.label == nil ? $0 : nil }
  }

  private mutating func find(_ call: CallRules.KeyCall, in arguments: [Argument]) {
    guard let first = arguments.firstIndex(where: { $0.label == call.label }), call.label != nil || first == 0 else {
      return
    }
    find(in: arguments[first].value, expecting: "FlagKey")
    guard call.isVariadic else { return }
    for argument in arguments[(first + 1)...].prefix(while: { $0.label == nil }) {
      find(in: argument.value, expecting: "FlagKey")
    }
  }

  private mutating func find(_ parameter: Declarations.Parameter, in arguments: [Argument]) {
    for (position, argument) in arguments.enumerated() where argument.label == parameter.label {
      if parameter.label == nil, position != parameter.position { continue }
      find(in: argument.value, expecting: parameter.type)
    }
  }

  /// Whether the call is made on what the rule asks for.
  private func fits(_ receiver: CallRules.Receiver, at name: Int) -> Bool {
    switch receiver {
    case .any: true
    case .reader: isReader(before: name)
    case .named(let wanted):
      self.receiver(before: name).map { $0 == wanted || declares($0, asType: "FlagOverrides") } ?? false
    }
  }

  private func declares(_ name: String, asType type: String) -> Bool {
    declarations.holders[name]?.contains(type) ?? false
  }

  /// Whether a value answers for flags: it is declared so, or its name says so.
  private func isReader(before name: Int) -> Bool {
    guard let receiver = receiver(before: name) else {
      // Without a receiver it is one's own method, so the type around it must be such a value.
      return walk.open.contains { type in
        ([type.name] + type.inherited).contains { KeyConstructors.readers.contains($0) }
      }
    }
    return declarations.readers.contains(receiver) || KeyConstructors.readers.contains(receiver)
      || receiver.lowercased().contains("flag")
  }

  /// The last name of what a call is made on; nil for a call on nothing, or on `self`.
  ///
  /// Names that every type may have, such as `shared`, say nothing: the name before them counts.
  private func receiver(before name: Int) -> String? {
    var index = name
    while source.isSign(index - 1, ".") {
      index -= 2
      while source.isSign(index, "?") || source.isSign(index, "!") { index -= 1 }
      // The brackets and braces of a call lie behind its name.
      while source.isSign(index, ")") || source.isSign(index, "]") || source.isSign(index, "}"),
        let open = source.partner(index)
      {
        index = open - 1
      }
      guard let found = source.name(index) else { return "" }
      if found == "self" { return nil }
      if !Self.namesOfAnything.contains(found) { return found }
    }
    return index == name ? nil : source.name(index)
  }

  private static let namesOfAnything: Set<String> = [
    "shared", "current", "main", "standard", "default", "instance", "value", "wrappedValue", "snapshot", "init",
  ]
}
