internal import Store

extension Row {
  static let recentContextColumns = "env_no, unit, has_unit, context, seen_at"

  func recentContext() -> RecentContextRecord {
    RecentContextRecord(
      environment: integer(0), unit: blob(1), hasUnit: truth(2), context: text(3), seenAt: integer(4))
  }
}
