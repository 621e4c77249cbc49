/// Names of which some look the same although their bytes differ, made ready to be read by a person.
///
/// An accent may be a part of its letter or follow it (canonical equivalence, Unicode Standard Annex 15); who reads
/// `café` twice does not know what is wrong.
package enum Lookalikes {
  /// The texts, each that looks like another one with its characters beyond ASCII as their code points: `caf\u{e9}`.
  package static func toldApart(_ texts: [String]) -> [String] {
    // By Swift's own comparison, which is canonical equivalence.
    let groups = Dictionary(grouping: texts) { $0 }
    return texts.map { text in
      let isAlone = groups[text]?.allSatisfy { $0.hasSameBytes(as: text) } ?? true
      return isAlone ? text : spelledOut(text)
    }
  }

  /// Two texts told apart.
  package static func toldApart(_ one: String, _ other: String) -> (one: String, other: String) {
    let both = toldApart([one, other])
    return (both[0], both[1])
  }

  private static func spelledOut(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }
}
