extension FeatureFlags {
  /// The flag with why it is what it is, for debug menus and bridges to other interfaces.
  ///
  /// It is a reading like any other: a flag that keeps its first value keeps this one. Without an answer the reason is
  /// `notReady` while there is none for any flag, `malformed`, `undecided` or `crashLoop` where that is known of the flag,
  /// and else `unknownFlag`.
  public func details(_ flag: FlagKey) -> FlagDetails {
    let reading = engine.board.details(flag.name)
    return FlagDetails(of: flag, reading.flag, reason: reading.reason, isPinned: reading.isPinned)
  }
}
