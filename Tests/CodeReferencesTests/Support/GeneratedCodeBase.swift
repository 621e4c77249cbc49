import TestPlantedPackage
import TestRandom

/// A code base that is made up, with marks at every place that names a flag.
///
/// Each file is a screen with a few dozen pieces of code, chosen by a generator of fixed seed: uses of flags in every form,
/// and code that looks like one. The same keys stand in both, so that a key alone gives nothing away.
struct GeneratedCodeBase {
  /// A flag and what code calls it.
  struct Flag {
    var key: String
    var name: String
  }

  static let flags: [Flag] = (0..<40).map { index in
    switch index % 4 {
    case 0: Flag(key: "new_checkout_\(index)", name: "newCheckout\(index)")
    case 1: Flag(key: "dark-mode-\(index)", name: "darkMode\(index)")
    case 2: Flag(key: "payments.v\(index)", name: "paymentsV\(index)")
    default: Flag(key: "search\(index)", name: "search\(index)")
    }
  }

  /// The files, and the declarations that they share.
  let sources: [MarkedSource]

  init(files: Int, seed: UInt64, pieces: ClosedRange<Int> = 12...30) {
    var generator = SeededGenerator(seed: seed)
    sources =
      [Self.declarations]
      + (0..<files).map { index in
        let folder = ["Checkout", "Search", "Account/Settings", "Shared"][index % 4]
        return MarkedSource(
          "Sources/\(folder)/Screen\(index).swift", Self.screen(index, pieces: pieces, using: &generator))
      }
  }

  private static let declarations: MarkedSource = {
    let statics = flags.map { flag in
      "  nonisolated static let \(flag.name) = FlagKey.release(\n"
        + "    ⟦declaration \(flag.key)⟧\"\(flag.key)\", owner: \"o\", expires: \"2030-01-01\")"
    }
    let cases = flags.map { "  case \($0.name) = ⟦declaration \($0.key)⟧\"\($0.key)\"" }
    let texts = flags.map { "  static let \($0.name) = \"\($0.key)\"" }
    return MarkedSource(
      "Sources/Shared/Declarations.swift",
      """
      import Serin
      extension FlagKey {
      \(statics.joined(separator: "\n"))
      }
      enum AppFlag: String, CaseIterable {
      \(cases.joined(separator: "\n"))
      }
      extension AppFlag: FlagCatalog { var flag: FlagKey { .ops(rawValue, default: false, owner: "o") } }
      enum KeyText {
      \(texts.joined(separator: "\n"))
      }
      enum Route: String { case home, \(flags.map { "\($0.name) = \"\($0.key)\"" }.joined(separator: ", ")) }
      struct FlagGate { let flag: FlagKey; var label = "" }
      func track(_ name: String, _ key: FlagKey = ⟦generated \(flags[0].key)⟧.\(flags[0].name)) {}
      func open(_ app: AppFlag, then route: Route) {}
      """)
  }()

  private static func screen(
    _ index: Int, pieces: ClosedRange<Int>, using generator: inout SeededGenerator
  ) -> String {
    var lines = [
      "import Serin", "", "/// Screen \(index).", "struct Screen\(index) {", "  let flags: FeatureFlags", "",
    ]
    for number in 0..<Int.random(in: pieces, using: &generator) {
      let flag = flags.randomElement(using: &generator) ?? flags[0]
      let other = flags.randomElement(using: &generator) ?? flags[0]
      let all = CodePieces.uses + CodePieces.decoys
      let piece = all.randomElement(using: &generator)?(flag, other) ?? ""
      lines.append(
        "  func part\(number)(\(number == 0 ? "" : "_ items: [Int], ")cache: Cache, tab: Route) async throws {")
      lines += wrapped(piece, using: &generator).split(separator: "\n", omittingEmptySubsequences: false).map {
        "    " + $0
      }
      lines += ["  }", ""]
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  /// Puts a piece of code into another one, or leaves it as it is.
  private static func wrapped(_ piece: String, using generator: inout SeededGenerator) -> String {
    let indented = piece.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }.joined(
      separator: "\n")
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return "#if DEBUG && os(iOS) // \"\n\(indented)\n#else\nprint(1)\n#endif"
    case 1: return "#if false\nprint(\"#endif\")\n#elseif swift(>=6)\n\(indented)\n#endif"
    case 2: return "items.forEach { item in\n\(indented)\n}"
    case 3: return "/* before \"/* deep */ */\n\(piece) // after \" /*"
    case 4: return "if let first = items.first, first / 2 > 1 {\n\(indented)\n} else { print(\"\\(first)\") }"
    default: return piece
    }
  }
}
