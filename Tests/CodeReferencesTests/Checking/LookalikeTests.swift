import SerinFlags
import Testing

@testable import CodeReferences

/// Texts that differ in their bytes and look the same.
@Suite struct LookalikeTests {
  private func messages(_ code: String, keys: [String] = ["a"], property: JSONValue = "") -> [String] {
    let flags = keys.map { key in
      var flag = FlagDefinition(key: key, kind: .ops, owner: "o")
      flag.properties = [PropertyDefinition(name: "p", type: .string, default: property)]
      return FlagEntry(flag)
    }
    let document = RulesetDocument(flags: flags)
    let scan = CodeScan([SourceFile(path: "A.swift", text: code)], document: document)
    let check = CodeCheck(document, on: "2027-01-01") { unknown, keys in
      unknown.map { key in keys.first { $0 == key } }
    }
    return check.findings(in: scan).filter { $0.kind != .unusedFlag }.map(\.message)
  }

  @Test func `defaults that look the same are shown by their code points`() {
    let code = "let p = FlagProperty<String>(.a, \"p\", default: \"caf\u{E9}\")"
    #expect(
      messages(code, property: "cafe\u{301}") == [
        "the code's default of property \"p\" of flag \"a\" is \"caf\\u{e9}\", the document's is \"cafe\\u{301}\"; owner: o"
      ])
    #expect(
      messages(code, property: "th\u{E9}") == [
        "the code's default of property \"p\" of flag \"a\" is \"caf\u{E9}\", the document's is \"th\u{E9}\"; owner: o"
      ])
  }

  @Test func `so are keys`() {
    #expect(
      messages("_ = flags.isEnabled(\"caf\u{E9}\", default: false)", keys: ["cafe\u{301}"]) == [
        "there is no flag \"caf\\u{e9}\" in the document; did you mean \"cafe\\u{301}\"?"
      ])
  }

  @Test func `suggestions are asked for once, for the first fifty keys`() {
    let code = (0..<120).map { "_ = flags.isEnabled(\"k\($0 / 2)\", default: false)\n" }
    let scan = CodeScan([SourceFile(path: "A.swift", text: code.joined())])
    let check = CodeCheck(RulesetDocument(), on: "2027-01-01") { unknown, _ in
      unknown.map { _ in "near \(unknown.count)" }
    }
    let hints = check.findings(in: scan).map { $0.message.contains("did you mean \"near 50\"?") }
    #expect(hints.count == 120 && hints.prefix(100).allSatisfy { $0 } && !hints.dropFirst(100).contains(true))
  }
}
