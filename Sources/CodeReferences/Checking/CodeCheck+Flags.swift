import SerinCodegen
import SerinFlags

extension CodeCheck {
  /// What is wrong with a flag of the document as a whole.
  ///
  /// - Parameter places: where code names it.
  func findings(of key: String, named places: [CodeReference]) -> [Finding] {
    guard let definition = entries[ExactString(key)]?.definition, !definition.isArchived else { return [] }
    let uses = places.filter { $0.kind != .declaration && !$0.isInGeneratedFile }
    let own = places.filter { !$0.isInGeneratedFile }
    var findings: [Finding] = []
    if definition.isExpired(on: day), let expires = definition.expiryDay {
      let count = uses.count == 1 ? "used in 1 place" : "used in \(uses.count) places"
      findings.append(
        finding(.expired, key, at: uses.first ?? own.first, "flag \"\(key)\" expired on \(expires) and is \(count)"))
    }
    if uses.isEmpty, !needed.contains(ExactString(key)) {
      let words = own.isEmpty ? "is nowhere in the code" : "is declared, but used nowhere in the code"
      findings.append(finding(.unusedFlag, key, at: own.first, "flag \"\(key)\" \(words)"))
    }
    return findings
  }

  /// What is wrong with what code says of a flag.
  func findings(_ claim: CodeClaim) -> [Finding] {
    let key = claim.reference.flag
    guard let definition = entries[ExactString(key)]?.definition, !definition.isArchived else { return [] }
    switch claim.content {
    case .isEnabled(let isOn):
      guard isOn != definition.defaultInCode else { return [] }
      return [
        finding(
          .defaultDiffers, key, at: claim.reference,
          "the code's default of flag \"\(key)\" is \(isOn), the document's is \(!isOn)")
      ]
    case .property(let name, let value):
      guard let property = definition.properties.first(where: { $0.name.hasSameBytes(as: name) }) else {
        let names = Lookalikes.toldApart([name] + definition.properties.map(\.name))
        return [
          finding(
            .defaultDiffers, key, at: claim.reference,
            "flag \"\(key)\" has no property \"\(names[0])\" in the document")
        ]
      }
      guard value != property.default else { return [] }
      let (code, document) = Lookalikes.toldApart(value.text(), property.default.text())
      return [
        finding(
          .defaultDiffers, key, at: claim.reference,
          "the code's default of property \"\(name)\" of flag \"\(key)\" is \(code), the document's is \(document)")
      ]
    case .expires(let text):
      // What was generated repeats the document; and a flag that is expired there is reported as a whole.
      guard !claim.reference.isInGeneratedFile, !definition.isExpired(on: day) else { return [] }
      guard let expires = CalendarDay(text) else {
        return [finding(.expired, key, at: claim.reference, "\"\(text)\", where flag \"\(key)\" expires, is no day")]
      }
      guard expires <= day, definition.kind != .killSwitch else { return [] }
      return [finding(.expired, key, at: claim.reference, "by its declaration flag \"\(key)\" expired on \(expires)")]
    }
  }
}
