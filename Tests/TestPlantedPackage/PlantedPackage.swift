import CodeReferences
package import SerinFlags

/// A small app with flags, sound or with thirty faults, six of each kind.
///
/// A mark stands where a finding must be.
package enum PlantedPackage {
  /// The day on which the app is looked at.
  package static let day: CalendarDay = "2026-11-30"

  /// The flags of the app: `live` ones are in use; of `old`, `gone` and `idle` ones there are six each.
  package static let document: RulesetDocument = {
    var flags = [
      FlagDefinition(
        key: "live_release", kind: .release, owner: "shop", expires: "2026-12-01",
        properties: [
          PropertyDefinition(name: "color", type: .string, default: "blue"),
          PropertyDefinition(name: "size", type: .number, default: 3),
          PropertyDefinition(name: "is_round", type: .boolean, default: false),
        ]),
      FlagDefinition(key: "live_switch", kind: .killSwitch, owner: "shop", expires: "2020-01-01", default: "on"),
      FlagDefinition(key: "live_on", kind: .ops, default: "on"),
      FlagDefinition(key: "live_permission", kind: .permission, owner: "sales"),
      FlagDefinition(
        key: "live_needing", kind: .release, owner: "shop",
        prerequisites: [Prerequisite(flag: "only_needed"), Prerequisite(flag: "gone_needed")]),
      FlagDefinition(key: "only_needed", kind: .ops, owner: "shop"),
      FlagDefinition(key: "only_in_segment", kind: .ops, owner: "shop"),
    ]
    let archived = (1...6).map { "gone_\($0)" } + ["gone_needed", "gone_and_unused"]
    flags += archived.map {
      FlagDefinition(key: $0, kind: .release, owner: "web", expires: "2026-01-01", isArchived: true)
    }
    return RulesetDocument(
      flags: flags.map { FlagEntry($0) },
      segments: [
        SegmentEntry(SegmentDefinition(key: "all", condition: .not(.flag("only_in_segment", serves: "on"))))
      ])
  }()

  /// The document with six expired flags and six that nobody uses.
  package static let faultyDocument: RulesetDocument = {
    var document = Self.document
    let days = ["2026-11-30", "2026-11-29", "2025-02-28", "2026-01-01", "2024-02-29", "2026-10-31"]
    document.flags += days.enumerated().map { index, day in
      FlagEntry(
        FlagDefinition(
          key: "old_\(index + 1)", kind: index == 3 ? .experiment : .release,
          owner: index == 5 ? "" : "team-\(index + 1)",
          expires: day))
    }
    document.flags += (1...6).map { index in
      FlagEntry(
        FlagDefinition(
          key: "idle_\(index)", kind: index == 1 ? .killSwitch : .release, owner: "web",
          default: index == 1 ? "on" : "off"))
    }
    return document
  }()

  /// Sources without a fault.
  package static let sound = [
    MarkedSource(
      "Sources/App/Flags.swift",
      """
      import Serin
      extension FlagKey {
        nonisolated static let liveRelease = release("live_release", owner: "shop", expires: "2026-12-01")
        nonisolated static let liveSwitch = killSwitch("live_switch", owner: "shop")
      }
      enum AppFlag: String, FlagCatalog {
        case on = "live_on", permission = "live_permission"
        var flag: FlagKey {
          switch self {
          case .on: .ops(rawValue, default: true, owner: "shop")
          case .permission: .permission(rawValue, owner: "sales")
          }
        }
      }
      let color = FlagProperty(.liveRelease, "color", default: "blue")
      let size = FlagProperty<Double>(.liveRelease, "size", default: 3.0)
      let isRound = FlagProperty(.liveRelease, "is_round", default: false)
      let computed = FlagProperty(.liveRelease, "size", default: Double(items.count))
      """),
    MarkedSource(
      "Sources/App/Screen.swift",
      """
      import Serin
      // The flag "gone_1" went away; flags.isEnabled("old_flag", default: true)
      func show(_ flags: FeatureFlags) {
        if flags.isEnabled(.liveRelease), flags.isEnabled(.liveSwitch) {}
        if flags.isEnabled("live_on", default: true), flags.isEnabled("live_needing", default: isNew) {}
        if flags.isEnabled(AppFlag.on), flags.isEnabled(AppFlag.permission) {}
        print("no flag: gone_2", cache.get("unknown"))
      }
      """),
  ]
}
