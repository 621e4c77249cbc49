import SerinFlags

extension ReferenceFinder {
  /// Looks at a call: what the SDK's calls take, and what the code base's own functions take.
  mutating func findCall(at name: Int, open: Int) {
    guard let callee = callee(at: name) else { return }
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

  /// Looks at `.init(…)` where a type is expected whose values carry keys.
  mutating func findInitialiser(of type: String, open: Int) {
    let arguments = source.arguments(in: open)
    for call in CallRules.keys[type] ?? [] where has(call.companion, among: arguments) { find(call, in: arguments) }
    if type == "FlagProperty" { claimProperty(arguments) }
  }

  /// The name of what is called; `Self(…)` is a call of the type around it.
  private func callee(at name: Int) -> String? {
    guard source.isWord(name, "Self"), let type = walk.open.last?.name, KeyConstructors.carriers.contains(type) else {
      return source.name(name)
    }
    return type
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
    find(in: arguments[first].value, expecting: call.type)
    guard call.isVariadic else { return }
    for argument in arguments[(first + 1)...].prefix(while: { $0.label == nil }) {
      find(in: argument.value, expecting: call.type)
    }
  }

  private mutating func find(_ parameter: Declarations.Parameter, in arguments: [Argument]) {
    for (position, argument) in arguments.enumerated() where argument.label == parameter.label {
      if parameter.label == nil, position != parameter.position { continue }
      find(in: argument.value, expecting: parameter.type)
    }
  }
}
