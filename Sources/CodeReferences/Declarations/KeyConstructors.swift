/// The ways in which code makes a flag's key.
enum KeyConstructors {
  /// The static methods of `FlagKey`, by the kind of flag that they declare.
  static let kinds: Set<String> = ["release", "experiment", "killSwitch", "ops", "permission"]

  /// The types whose values hold the key that their first argument is.
  static let carriers: Set<String> = ["FlagProperty", "Experiment"]

  /// The types whose values answer for flags; a change does so by its snapshot.
  static let readers: Set<String> = [
    "FeatureFlags", "FlagsSnapshot", "FlagReading", "FlagProvider", "ObservableFlags", "FlagsChange",
  ]
}

extension SwiftSource {
  /// The opening bracket of `FlagKey.release(…)` or another constructor that begins at a token; nil for anything else.
  ///
  /// `.release(…)`, `Self.release(…)` and a bare `release(…)` are constructors where a key is expected; an owner must be
  /// among their arguments, which few other functions of these names have.
  func keyConstructor(at start: Int) -> Int? {
    var index = start
    if isWord(index, "Serin"), isSign(index + 1, ".") { index += 2 }
    if isWord(index, "FlagKey") || isWord(index, "Self") {
      guard isSign(index + 1, ".") else { return nil }
      index += 1
    }
    if isSign(index, ".") { index += 1 }
    guard let name = name(index), KeyConstructors.kinds.contains(name), let open = callBracket(after: index) else {
      return nil
    }
    return arguments(in: open).contains { $0.label == "owner" } ? open : nil
  }

  /// The opening bracket of `.init(…)` that begins at a token; nil for anything else.
  func implicitInitialiser(at start: Int) -> Int? {
    isSign(start, ".") && isWord(start + 1, "init") ? callBracket(after: start + 1) : nil
  }

  /// The text of a call's first argument when it has no label and is a text.
  func firstText(in open: Int) -> String? {
    guard let first = arguments(in: open).first, first.label == nil, first.value.count == 1 else { return nil }
    return string(first.value.lowerBound)
  }
}
