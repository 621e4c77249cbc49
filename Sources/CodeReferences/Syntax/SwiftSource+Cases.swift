/// A case of an enum whose raw values are texts.
struct TextCase: Sendable {
  /// Its name.
  var name: String
  /// Its raw value: what is written, else the name.
  var rawValue: String
  /// The token that says the raw value: the text, else the name.
  var token: Int
}

extension SwiftSource {
  /// The cases of an enum.
  func cases(of type: TypeDeclaration) -> [TextCase] {
    var cases: [TextCase] = []
    var index = type.body.lowerBound
    while index < type.body.upperBound {
      guard isWord(index, "case") else {
        index = next(after: index)
        continue
      }
      repeat {
        index += 1
        guard let name = name(index) else { break }
        var found = TextCase(name: name, rawValue: name, token: index)
        index += 1
        if isSign(index, "("), !startsLine(index) { index = next(after: index) }
        if isSign(index, "=") {
          if let text = string(index + 1) { found = TextCase(name: name, rawValue: text, token: index + 1) }
          index += 2
        }
        cases.append(found)
      } while isSign(index, ",")
    }
    return cases
  }
}
