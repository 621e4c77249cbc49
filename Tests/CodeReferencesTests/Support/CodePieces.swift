/// Pieces of code with flags, and pieces that only look so.
enum CodePieces {
  typealias Piece = @Sendable (_ flag: GeneratedCodeBase.Flag, _ other: GeneratedCodeBase.Flag) -> String

  /// Code that names flags; each place is marked.
  static let uses: [Piece] = [
    { flag, _ in "if flags.isEnabled(⟦literal \(flag.key)⟧\"\(flag.key)\", default: false) { show() }" },
    { flag, _ in "_ = try? await flags?.isEnabled(\n  ⟦literal \(flag.key)⟧\"\(flag.key)\",\n  default: true\n)" },
    { flag, other in
      "let on = flags.isEnabled(first ? ⟦literal \(flag.key)⟧\"\(flag.key)\" : ⟦literal \(other.key)⟧#\"\(other.key)\"#, default: on)"
    },
    { flag, _ in "_ = flags.isEnabled(⟦literal \(flag.key)⟧\"\"\"\n  \(flag.key)\n  \"\"\", default: false)" },
    { flag, _ in
      "let color = flags.get(⟦literal \(flag.key)⟧\"\(flag.key)\")?.string(forProperty: \"color\", default: \"\")"
    },
    { flag, _ in "flags.logImpression(⟦literal \(flag.key)⟧\"\(flag.key)\")" },
    { flag, _ in "flags.overrides.set(FlagOverride(isEnabled: true), for: ⟦literal \(flag.key)⟧\"\(flag.key)\")" },
    { flag, _ in "_ = flags.isEnabled(⟦literal \(flag.key)⟧KeyText.\(flag.name), default: false)" },
    { flag, _ in
      "let text = \"on: \\(flags.isEnabled(⟦literal \(flag.key)⟧\"\(flag.key)\", default: false) ? \"yes \\(1)\" : \"no\")\""
    },
    { flag, _ in "let text = #\"\\(x) \\#(flags.isEnabled(⟦generated \(flag.key)⟧.\(flag.name)))\"#" },
    { flag, other in
      "let text = \"\"\"\n  \(flag.key) \\(flags.isEnabled(⟦generated \(other.key)⟧.\(other.name)))\n  // \"\\(1)\" FlagKey.\(flag.name)\n  \"\"\""
    },
    { flag, _ in "#expect(flags.isEnabled(⟦generated \(flag.key)⟧.\(flag.name)))" },
    { flag, _ in "#Preview { FlagGate(flag: ⟦generated \(flag.key)⟧.\(flag.name)) }" },
    { flag, _ in
      "await #expect(throws: Never.self) { flags.isEnabled(⟦literal \(flag.key)⟧\"\(flag.key)\", default: true) }"
    },
    { flag, other in "let keys = [⟦generated \(flag.key)⟧FlagKey.\(flag.name), ⟦generated \(other.key)⟧.\(other.name)]"
    },
    { flag, other in
      "let keys: [FlagKey] = [\n  ⟦generated \(flag.key)⟧.\(flag.name),\n  ⟦generated \(other.key)⟧.\(other.name),\n]"
    },
    { flag, _ in "let key: FlagKey = ⟦generated \(flag.key)⟧.\(flag.name)" },
    { flag, other in
      "let key: FlagKey =\n  first\n  ? ⟦generated \(flag.key)⟧.\(flag.name)\n  : ⟦generated \(other.key)⟧.\(other.name)"
    },
    { flag, _ in "track(\"\(flag.key)\", ⟦generated \(flag.key)⟧.\(flag.name))" },
    { flag, _ in "try await flags.withKillSwitch(⟦generated \(flag.key)⟧.\(flag.name)) { pay() } fallback: { wait() }"
    },
    { flag, other in
      "let size = FlagProperty<Double>(⟦generated \(flag.key)⟧.\(flag.name), \"\(other.key)\", default: 1 / 2)"
    },
    { flag, _ in "let arms = Experiment<Arm>(⟦generated \(flag.key)⟧.\(flag.name), control: .\(flag.name))" },
    { flag, other in
      "let some = FlagsSnapshot(enabled: ⟦generated \(flag.key)⟧.\(flag.name), disabled: [⟦generated \(other.key)⟧.\(other.name)])"
    },
    { flag, other in
      "var key: FlagKey {\n  switch tab {\n  case .\(other.name): ⟦generated \(flag.key)⟧.\(flag.name)\n"
        + "  default: return ⟦generated \(other.key)⟧.\(other.name)\n  }\n}"
    },
    { flag, _ in "if flags.isEnabled(⟦catalog \(flag.key)⟧AppFlag.\(flag.name)) { show() }" },
    { flag, other in "open(⟦catalog \(flag.key)⟧.\(flag.name), then: .\(other.name))" },
    { flag, _ in "_ = flags.details(⟦generated \(flag.key)⟧Serin.FlagKey.\(flag.name)).reason" },
  ]

  /// Code in which keys and names of flags mean nothing.
  static let decoys: [Piece] = [
    { flag, _ in "// flags.isEnabled(\"\(flag.key)\", default: false) FlagKey.\(flag.name)" },
    { flag, _ in "/* flags.get(\"\(flag.key)\") /* FlagKey.\(flag.name) */ \" AppFlag.\(flag.name) */" },
    { flag, _ in "/// `flags.isEnabled(.\(flag.name))`\nfunc nested() {}" },
    { flag, _ in "print(\"flags.isEnabled(\\\"\(flag.key)\\\", default: true) FlagKey.\(flag.name)\")" },
    { flag, _ in "print(##\"flags.isEnabled(\"\(flag.key)\", default: true) \\#(FlagKey.\(flag.name))\"##)" },
    { flag, _ in "let json = \"\"\"\n  {\"flag\": \"\(flag.key)\", \"call\": flags.isEnabled(.\(flag.name))}\n  \"\"\""
    },
    { flag, _ in "let quote = #\"\"\"#\nprint(FlagText.\(flag.name), \"\(flag.key)\")" },
    { flag, _ in "let pattern = /\"flags.isEnabled(\"\(flag.key)\", default: true)\"/" },
    { flag, _ in "let pattern = #/\" FlagKey.\(flag.name) /\"/#" },
    { flag, _ in "_ = try await cache.get(\"\(flag.key)\")" },
    { flag, _ in "cache.set(1, for: \"\(flag.key)\"); cache[\"\(flag.key)\"] = nil" },
    { flag, other in "let tab: Route = first ? .\(flag.name) : .\(other.name)" },
    { flag, other in "switch tab {\ncase .\(flag.name), .\(other.name): break\ndefault: break\n}" },
    { flag, _ in "navigate(to: .\(flag.name)); select(Route.\(flag.name)); _ = Route.\(flag.name).rawValue" },
    { flag, _ in "_ = flags.isEnabled(\"\(flag.key)\" + suffix, default: false)" },
    { flag, _ in "_ = flags.isEnabled(prefix(\"\(flag.key)\"), default: model.\(flag.name))" },
    { flag, _ in "_ = flags.isEnabled(\"\(flag.key)\\(items.count)\", default: false)" },
    { flag, _ in "button.isEnabled = model.\(flag.name) / 2 > items[0] / 3" },
    { flag, _ in "func isEnabled(_ \(flag.name): Bool, key: String = \"\(flag.key)\") -> Bool { \(flag.name) }" },
    { flag, _ in "Text(\"\(flag.key)\").accessibilityIdentifier(\"\(flag.key)\")" },
    { flag, _ in "let \(flag.name) = items.reduce(0, +); print(\(flag.name))" },
    { flag, _ in "let `\(flag.name)` = 0x1F; label: while `\(flag.name)` > 1_000.5e3 { break label }" },
    { flag, _ in "guard case .\(flag.name)? = routes.first else { return }" },
    { flag, _ in "#warning(\"flags.isEnabled(\\\"\(flag.key)\\\", default: true)\")" },
  ]
}
