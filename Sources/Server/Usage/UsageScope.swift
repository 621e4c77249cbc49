/// Where the evaluations of one ruleset are counted.
struct UsageScope: Sendable {
  let layout: UsageLayout
  /// The cells of all of its flags come before this one, whatever the layout is given later.
  let cellCount: Int

  /// The cells that a layout has now.
  init(_ layout: UsageLayout) {
    self.layout = layout
    cellCount = layout.cellCount
  }
}
