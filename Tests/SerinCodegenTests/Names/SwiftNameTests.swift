import Foundation
import SerinFlags
import Testing

@testable import SerinCodegen

@Suite struct SwiftNameTests {
  @Test(arguments: [
    ("new_checkout", "newCheckout"), ("new-checkout", "newCheckout"), ("checkout.v2", "checkoutV2"),
    ("newCheckout", "newCheckout"), ("NewCheckout", "newCheckout"), ("NEW_CHECKOUT", "newCheckout"),
    ("URLHandler", "urlHandler"), ("URL", "url"), ("enable_URL", "enableURL"), ("HTML5Player", "html5Player"),
    ("a", "a"), ("A", "a"), ("plan_B", "planB"), ("__x__", "x"), ("a b", "aB"), ("checkout/de", "checkoutDe"),
    ("v2.1", "v2_1"), ("v2_beta", "v2Beta"), ("2fa", "_2fa"), ("2", "_2"), ("größe_neu", "größeNeu"), ("日本_x", "日本X"),
    ("a\u{200D}b", "aB"), ("a\u{202E}b", "aB"), ("\u{301}a", "_\u{301}a"), ("release", "releaseFlag"),
    ("init", "initFlag"), ("none", "noneFlag"), ("all_declared", "allDeclaredFlag"),
  ])
  func aKeyBecomesCamelCase(key: String, name: String) {
    #expect(SwiftNames([key], for: .flag)[key]?.text == name)
  }

  @Test(arguments: [
    ("new_checkout", "NewCheckout"), ("2fa", "Flag2fa"), ("日本", "Flag日本"), ("type", "TypeFlag"),
    ("string", "StringFlag"), ("überholen", "Flagüberholen"), ("set", "SetFlag"), ("error", "ErrorFlag"),
    ("result", "ResultFlag"), ("u_int", "UIntFlag"), ("task", "TaskFlag"), ("main-actor", "MainActorFlag"),
    ("date", "DateFlag"), ("any", "AnyFlag"), ("experiment", "ExperimentFlag"), ("feature_flag", "FeatureFlagFlag"),
    ("sets", "Sets"), ("UUID", "Uuid"),
  ])
  func aTypeBeginsWithACapital(key: String, name: String) {
    #expect(SwiftNames([key], for: .type)[key]?.text == name)
  }

  @Test(arguments: [("default", "`default`"), ("in", "`in`"), ("checkout", "checkout"), ("is", "`is`")])
  func aKeywordIsDeclaredInBackticks(key: String, declared: String) {
    #expect(SwiftNames([key], for: .flag)[key]?.declared == declared)
  }

  @Test func keysOfTheSameNameAllGetASuffixOfTheirBytes() {
    let names = SwiftNames(["new_checkout", "new-checkout", "other"], for: .flag)
    #expect(names["new_checkout"]?.text == "newCheckout_x\(hash("new_checkout"))")
    #expect(names["new-checkout"]?.text == "newCheckout_x\(hash("new-checkout"))")
    #expect(names["other"]?.text == "other")
    #expect(names.collisions == [["new-checkout", "new_checkout"]])
  }

  @Test func namesDoNotDependOnTheOrderOfTheKeys() {
    let keys = ["b.c", "a", "b_c", "bC", "release", "release_flag", "---"]
    let names = SwiftNames(keys, for: .flag)
    let reversed = SwiftNames(keys.reversed() + keys, for: .flag)
    for key in keys { #expect(names[key] == reversed[key]) }
    #expect(names.collisions == reversed.collisions)
    #expect(names.collisions == [["b.c", "bC", "b_c"], ["release", "release_flag"]])
  }

  @Test func aKeyOfWhichNothingCanStandInANameIsNamedByItsBytes() {
    let names = SwiftNames(["---", "...", "flag"], for: .flag)
    #expect(names["---"]?.text == "flag_x\(hash("---"))")
    #expect(names["..."]?.text == "flag_x\(hash("..."))")
    #expect(Set(["---", "...", "flag"].compactMap { names[$0]?.text }).count == 3)
    #expect(SwiftNames(["---"], for: .flag)["---"] == names["---"])
  }

  @Test func keysThatOnlyLookTheSameAreKeptApart() {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    let names = SwiftNames([composed, decomposed], for: .flag)
    #expect(names[composed] != nil && names[composed] != names[decomposed])
    #expect(names.collisions.map(\.count) == [2])
  }

  @Test(arguments: SwiftName.Role.allCases)
  func noTwoKeysShareAName(role: SwiftName.Role) {
    let parts = ["a", "A", "b", "2", "_", "-", ".", "x", "flag", "Flag"]
    let pairs = parts.flatMap { first in parts.map { first + $0 } }
    let keys = parts + pairs + pairs.flatMap { pair in parts.map { pair + $0 } }
    let names = SwiftNames(keys, for: role)
    #expect(Set(keys.compactMap { names[$0]?.text }).count == Set(keys).count)
  }

  /// The types of the SDK are those of its recorded surface, and its modules.
  @Test func noTypeOfAFlagIsNamedAsATypeOfTheSDK() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var types = ["Serin", "SerinFlags", "SerinTesting"]
    for module in types {
      let surface = try String(contentsOf: tests.appending(path: "PublicSurface/\(module).txt"), encoding: .utf8)
      types += surface.matches(of: /(?m)^(\w+)  \[(?:struct|enum|class|protocol|typealias|actor)\]/).map {
        String($0.1)
      }
    }
    #expect(types.count > 100)
    #expect(types.filter { SwiftNames([$0], for: .type)[$0]?.text == $0 } == [])
  }

  @Test func whatCannotBeSeenStandsInNoName() throws {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isDefaultIgnorableCodePoint else { continue }
      #expect(InvisibleScalars.contains(scalar), "\(String(value, radix: 16))")
      #expect(IdentifierScalars.words(of: "a\(scalar)b") == ["a", "b"])
      #expect(!SwiftLiteral.string("a\(scalar)b").unicodeScalars.contains(scalar))
      #expect(SourceComment.line("a\(scalar)b") == "ab")
    }
    #expect(SwiftNames(["pay\u{34F}ments", "pay\u{17B4}ments", "pay\u{E0100}ments"], for: .flag).collisions.count == 1)
  }

  @Test func noFlagIsNamedAsAType() {
    let keys = ["2fa", "flag_2fa", "Flag2fa", "日本", "x", "X"]
    let names = [SwiftName.Role.flag, .type].flatMap { role -> [String] in
      let names = SwiftNames(keys, for: role)
      return keys.compactMap { names[$0]?.text }
    }
    #expect(Set(names).count == 2 * keys.count)
  }

  /// FNV-1a, written once more.
  private func hash(_ text: String) -> String {
    var hash: UInt32 = 2_166_136_261
    for byte in text.utf8 {
      hash ^= UInt32(byte)
      hash = hash &* 16_777_619
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
