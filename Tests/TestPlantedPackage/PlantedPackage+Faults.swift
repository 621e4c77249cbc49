extension PlantedPackage {
  /// Sources with the faults.
  package static let faulty =
    sound + [
      MarkedSource(
        "Sources/App/Old.swift",
        """
        import Serin
        func old(_ flags: FeatureFlags) {
          _ = flags.isEnabled(⟦expired old_1⟧"old_1", default: false)
          _ = flags.isEnabled("old_1", default: false)
          flags.logImpression(⟦expired old_2⟧"old_2")
          _ = "\\(flags.isEnabled(⟦expired old_3⟧"old_3", default: false))"
          _ = flags.get(⟦expired old_4⟧"old_4")
        #if false
          _ = flags.get(⟦expired old_5⟧"old_5")
        #endif
          flags.overrides.set(nil, for: ⟦expired old_6⟧"old_6")
        }
        """),
      MarkedSource(
        "Sources/App/Gone.swift",
        """
        import Serin
        enum GoneFlag: String, FlagCatalog {
          case one = ⟦archived-in-use gone_1⟧"gone_1"
          var flag: FlagKey { .release(rawValue, owner: "web", expires: "2030-01-01") }
        }
        func gone(_ flags: FeatureFlags) {
          _ = flags.isEnabled(⟦archived-in-use gone_2⟧"gone_2", default: true)
          _ = flags.get(⟦archived-in-use gone_3⟧"gone_3")
          _ = flags.isEnabled(⟦archived-in-use gone_4⟧.gone4)
          _ = [⟦archived-in-use gone_5⟧FlagKey.gone5]
          _ = FeatureFlag(key: ⟦archived-in-use gone_6⟧"gone_6", isEnabled: true)
        }
        """),
      MarkedSource(
        "Sources/App/Unknown.swift",
        """
        import Serin
        extension FlagKey {
          static let typo = FlagKey.ops(⟦unknown-flag live_realease⟧"live_realease", default: true, owner: "shop")
        }
        func unknown(_ flags: FeatureFlags) {
          _ = flags.isEnabled(⟦unknown-flag live_swich⟧"live_swich", default: true)
          _ = flags.isEnabled(⟦unknown-flag Live_on⟧"Live_on", default: true)
          _ = flags.get(⟦unknown-flag no such flag⟧"no such flag")
          flags.logImpression(⟦unknown-flag live_on ⟧"live_on ")
          _ = "\\(flags.isEnabled(⟦unknown-flag gone_7⟧"gone_7", default: true))"
        }
        """),
      MarkedSource(
        "Sources/App/Defaults.swift",
        """
        import Serin
        extension FlagKey {
          static let differs = FlagKey.ops(⟦default-differs live_on⟧"live_on", default: false, owner: "shop")
        }
        enum Differing: String, FlagCatalog {
          case permission = "live_permission"
          var flag: FlagKey {
            switch self {
            case .permission: .⟦default-differs live_permission⟧permission(rawValue, default: true, owner: "sales")
            }
          }
        }
        let color = FlagProperty(⟦default-differs live_release⟧.liveRelease, "color", default: "green")
        let size = FlagProperty<Double>(⟦default-differs live_release⟧.liveRelease, "size", default: -3)
        let other = FlagProperty(⟦default-differs live_release⟧.liveRelease, "colour", default: "blue")
        func defaults(_ flags: FeatureFlags) {
          _ = flags.isEnabled(⟦default-differs live_switch⟧"live_switch", default: false)
        }
        """),
      MarkedSource(
        "Sources/App/Idle.swift",
        """
        import Serin
        extension FlagKey {
          static let idle2 = release(⟦unused-flag idle_2⟧"idle_2", owner: "web", expires: "2030-01-01")
        }
        // flags.isEnabled("idle_3", default: true)
        let idle = "flags.isEnabled(\\"idle_4\\", default: true)"
        func set(_ configuration: inout FeatureFlags.Configuration) { configuration.declared = [.idle2] }
        """),
    ]

  /// What is wrong with the faulty document and in no file.
  package static let withoutPlace: [MarkedSource.Mark] = ["idle_1", "idle_3", "idle_4", "idle_5", "idle_6"].map {
    MarkedSource.Mark(file: "", line: 0, column: 0, word: "unused-flag", flag: $0)
  }
}
