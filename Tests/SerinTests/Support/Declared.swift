@testable import Serin

extension FlagKey {
  /// A declared flag of any kind, with what a test is about.
  static func declared(
    _ name: String, _ kind: FlagKind = .release, default defaultValue: Bool = false, stability: FlagStability = .live,
    impressions: ImpressionPolicy = .manual
  ) -> FlagKey {
    FlagKey(
      name: name, kind: kind, defaultValue: defaultValue, owner: "tests", stability: stability,
      impressions: impressions)
  }

  /// A kill switch: on by default.
  static func declaredSwitch(_ name: String) -> FlagKey {
    declared(name, .killSwitch, default: true)
  }
}
