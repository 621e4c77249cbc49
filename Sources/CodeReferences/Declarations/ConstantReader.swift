import SerinFlags

/// Reads what a constant or a computed property stands for.
struct ConstantReader {
  let source: SwiftSource
  /// The type that it belongs to, or an empty text.
  let container: String
  let name: String
  /// Its written type, or nil.
  let type: String?

  /// Reads the value that begins at a token; gives whether it is a key or a text.
  func read(at start: Int, into declarations: inout Declarations) -> Bool {
    var start = start
    while source.isSign(start, "("), source.elements(in: start).count == 1, endsValue(source.next(after: start)) {
      start += 1
    }
    if let text = source.string(start), endsValue(start + 1) {
      declarations.texts[container, default: [:]][name, default: []].insert(ExactString(text))
    } else if let open = source.keyConstructor(at: start), expectsKey(at: start) {
      guard let key = source.firstText(in: open) else { return false }
      declarations.keys[container, default: [:]][name, default: []].insert(ExactString(key))
    } else if let open = carrierBracket(at: start) {
      if let target = target(of: source.arguments(in: open).first) { add(target, to: &declarations) }
    } else if isReader(at: start) {
      declarations.readers.insert(name)
      return false
    } else if let function = function(at: start) {
      declarations.results.append((name, function))
      return false
    } else if type == nil || type == "FlagKey", let target = qualifiedMember(at: start), endsValue(start + 3) {
      add(target, to: &declarations)
    } else {
      return false
    }
    return true
  }

  private func endsValue(_ index: Int) -> Bool {
    source.startsLine(index) || [",", ";", "}", ")"].contains { source.isSign(index, $0) }
  }

  private func expectsKey(at start: Int) -> Bool {
    type == "FlagKey" || container == "FlagKey" || source.isWord(start, "FlagKey") || source.isWord(start, "Serin")
  }

  /// The bracket of `FlagProperty(…)`, or of `Self(…)` and `.init(…)` where that type or another carrier is expected.
  private func carrierBracket(at start: Int) -> Int? {
    if let open = source.implicitInitialiser(at: start) { return expectsCarrier ? open : nil }
    guard let open = source.callBracket(after: start), let name = source.name(start) else { return nil }
    return KeyConstructors.carriers.contains(name) || (name == "Self" && expectsCarrier) ? open : nil
  }

  private var expectsCarrier: Bool {
    KeyConstructors.carriers.contains(container) || type.map(KeyConstructors.carriers.contains) ?? false
  }

  /// The constant that the first argument of a carrier names.
  private func target(of argument: Argument?) -> (type: String, name: String)? {
    guard let value = argument?.value, argument?.label == nil else { return nil }
    if value.count == 2, source.isSign(value.lowerBound, "."), let name = source.name(value.lowerBound + 1) {
      return ("FlagKey", name)
    }
    return value.count == 3 ? qualifiedMember(at: value.lowerBound) : nil
  }

  private func qualifiedMember(at start: Int) -> (type: String, name: String)? {
    guard let type = source.name(start), source.isSign(start + 1, "."), let name = source.name(start + 2) else {
      return nil
    }
    return (type, name)
  }

  private func add(_ target: (type: String, name: String), to declarations: inout Declarations) {
    declarations.aliases.append(
      Declarations.Alias(container: container, name: name, targetType: target.type, targetName: target.name))
  }

  /// The last name of a function whose result the value is: `client` of `try await bench.client(user: nil)`.
  private func function(at start: Int) -> String? {
    var index = start
    while source.isWord(index, "try") || source.isWord(index, "await") { index += 1 }
    while source.isName(index), source.isSign(index + 1, ".") { index += 2 }
    guard source.isName(index) else { return nil }
    let isCall = source.isSign(index + 1, "(") || source.isSign(index + 1, "{")
    guard isCall, !source.startsLine(index + 1), endsValue(source.next(after: index + 1)) else { return nil }
    return source.name(index)
  }

  /// Whether the value is a client, a snapshot, or the snapshot of a client.
  private func isReader(at start: Int) -> Bool {
    var index = start
    while source.isWord(index, "try") || source.isWord(index, "await") || source.isSign(index, "!") { index += 1 }
    if let name = source.name(index), KeyConstructors.readers.contains(name) { return true }
    while source.isName(index), source.isSign(index + 1, ".") { index += 2 }
    return source.isWord(index, "snapshot") && endsValue(index + 1)
  }
}
