import SerinFlags
import SerinLock
import TestPlantedPackage
import Testing

@testable import CodeReferences

@Suite struct PlantedFaultsTests {
  private func findings(
    _ sources: [MarkedSource], _ document: RulesetDocument, severities: [CheckKind: Severity] = [:],
    suggest: @escaping CodeCheck.Suggestion = { unknown, _ in unknown.map { _ in nil } }
  ) -> [Finding] {
    CodeCheck(document, on: PlantedPackage.day, severities: severities, suggest: suggest)
      .findings(in: CodeScan(sources.map(\.file), document: document))
  }

  @Test func `each of thirty faults is found, six of each kind, and nothing else`() {
    let findings = findings(PlantedPackage.faulty, PlantedPackage.faultyDocument)
    let marks = PlantedPackage.faulty.reduce(into: Set(PlantedPackage.withoutPlace)) { $0.formUnion($1.marks) }
    #expect(marks.count == 30)
    for kind in CheckKind.allCases { #expect(marks.count { $0.word == kind.rawValue } == 6) }
    #expect(Difference(found: findings.map(\.mark), marked: marks) == .none)
    #expect(findings.count == 30)
  }

  @Test func `nothing is found in a sound package`() {
    #expect(findings(PlantedPackage.sound, PlantedPackage.document) == [])
  }

  @Test func `findings come by place, those without one last`() {
    let findings = findings(PlantedPackage.faulty.reversed(), PlantedPackage.faultyDocument)
    #expect(findings.suffix(5).map(\.mark) == PlantedPackage.withoutPlace)
    #expect(findings.dropLast(5).map(\.mark) == findings.dropLast(5).map(\.mark).sorted())
  }

  @Test(arguments: [
    ("old_1", "flag \"old_1\" expired on 2026-11-30 and is used in 2 places; owner: team-1"),
    ("old_6", "flag \"old_6\" expired on 2026-10-31 and is used in 1 place; no owner"),
    ("gone_2", "flag \"gone_2\" is archived, so that nobody decides it any more; owner: web"),
    ("live_swich", "there is no flag \"live_swich\" in the document; did you mean \"live_switch\"?"),
    ("gone_7", "there is no flag \"gone_7\" in the document"),
    ("idle_2", "flag \"idle_2\" is declared, but used nowhere in the code; owner: web"),
    ("idle_3", "flag \"idle_3\" is nowhere in the code; owner: web"),
    ("live_on", "the code's default of flag \"live_on\" is false, the document's is true; no owner"),
    ("live_switch", "the code's default of flag \"live_switch\" is false, the document's is true; owner: shop"),
  ])
  func `a finding says what is wrong and whose flag it is`(flag: String, message: String) {
    let findings = findings(PlantedPackage.faulty, PlantedPackage.faultyDocument) { unknown, keys in
      unknown.map { key in key == "live_swich" ? keys.first { $0 == "live_switch" } : nil }
    }
    #expect(findings.filter { $0.flag == flag }.map(\.message) == [message])
  }

  @Test func `what a mistyped key was meant to be is asked once for each key, not for each place`() {
    let asked = Lock<[String]>([])
    let places = (1...40).map { "_ = flags.isEnabled(\"key_\($0 % 4)\", default: true)" }.joined(separator: "\n")
    let sources = ["A.swift", "B.swift"].map { MarkedSource($0, places) }
    let findings = findings(sources, PlantedPackage.document) { unknown, _ in
      asked.withLock { $0 += unknown }
      return unknown.map { $0 == "key_1" ? "live_on" : nil }
    }
    #expect(findings.count { $0.kind == .unknownFlag } == 80)
    #expect(findings.count { $0.message.hasSuffix("did you mean \"live_on\"?") } == 20)
    #expect(asked.withLock { $0.sorted() } == ["key_0", "key_1", "key_2", "key_3"])
  }

  @Test func `a finding about a property names both values`() {
    let messages = findings(PlantedPackage.faulty, PlantedPackage.faultyDocument)
      .filter { $0.flag == "live_release" }.map(\.message)
    #expect(
      messages == [
        "the code's default of property \"color\" of flag \"live_release\" is \"green\", the document's is \"blue\"; owner: shop",
        "the code's default of property \"size\" of flag \"live_release\" is -3, the document's is 3; owner: shop",
        "flag \"live_release\" has no property \"colour\" in the document; owner: shop",
      ])
  }

  @Test func `severities are those asked for, and what is off is not told`() {
    let usual = findings(PlantedPackage.faulty, PlantedPackage.faultyDocument)
    #expect(usual.allSatisfy { $0.severity == $0.kind.usualSeverity })
    let asked = findings(
      PlantedPackage.faulty, PlantedPackage.faultyDocument,
      severities: [.expired: .off, .unknownFlag: .notice, .unusedFlag: .error])
    #expect(asked.count == 24)
    #expect(Set(asked.filter { $0.kind == .unknownFlag }.map(\.severity)) == [.notice])
    #expect(Set(asked.filter { $0.kind == .unusedFlag }.map(\.severity)) == [.error])
  }
}
