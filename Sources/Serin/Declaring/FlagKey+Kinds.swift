extension FlagKey {
  /// A flag that widens a new feature and goes away afterwards.
  ///
  /// - Parameters:
  ///   - name: The flag's exact key.
  ///   - defaultValue: The answer while the flag has none.
  ///   - owner: Who looks after the flag.
  ///   - expires: The first day on which the flag should be gone from the code.
  ///   - stability: How long a value that was read stays.
  ///   - impressions: Who says that a person reached the code behind the flag.
  public static func release(
    _ name: String, default defaultValue: Bool = false, owner: String, expires: CalendarDay,
    stability: FlagStability = .live, impressions: ImpressionPolicy = .manual
  ) -> FlagKey {
    FlagKey(
      name: name, kind: .release, defaultValue: defaultValue, owner: owner, expires: expires, stability: stability,
      impressions: impressions)
  }

  /// A flag that compares variations; what was read first stays until the process ends, unless you say otherwise.
  ///
  /// - Parameters:
  ///   - name: The flag's exact key.
  ///   - defaultValue: The answer while the flag has none.
  ///   - owner: Who looks after the flag.
  ///   - expires: The first day on which the flag should be gone from the code.
  ///   - stability: How long a value that was read stays.
  public static func experiment(
    _ name: String, default defaultValue: Bool = false, owner: String, expires: CalendarDay,
    stability: FlagStability = .launch
  ) -> FlagKey {
    FlagKey(
      name: name, kind: .experiment, defaultValue: defaultValue, owner: owner, expires: expires, stability: stability)
  }

  /// A flag that takes a feature away at once: on while it has no answer, without an expiry, always live.
  ///
  /// - Parameters:
  ///   - name: The flag's exact key.
  ///   - owner: Who looks after the flag.
  public static func killSwitch(_ name: String, owner: String) -> FlagKey {
    FlagKey(name: name, kind: .killSwitch, defaultValue: true, owner: owner)
  }

  /// A flag that steers how the system runs.
  ///
  /// - Parameters:
  ///   - name: The flag's exact key.
  ///   - defaultValue: The answer while the flag has none.
  ///   - owner: Who looks after the flag.
  ///   - expires: The first day on which the flag should be gone from the code; nil when it stays.
  public static func ops(
    _ name: String, default defaultValue: Bool, owner: String, expires: CalendarDay? = nil
  ) -> FlagKey {
    FlagKey(name: name, kind: .ops, defaultValue: defaultValue, owner: owner, expires: expires)
  }

  /// A flag that gives a feature to some users for good, without an expiry.
  ///
  /// - Parameters:
  ///   - name: The flag's exact key.
  ///   - defaultValue: The answer while the flag has none.
  ///   - owner: Who looks after the flag.
  public static func permission(_ name: String, default defaultValue: Bool = false, owner: String) -> FlagKey {
    FlagKey(name: name, kind: .permission, defaultValue: defaultValue, owner: owner)
  }
}
