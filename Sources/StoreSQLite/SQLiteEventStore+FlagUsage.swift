public import Store

extension SQLiteEventStore {
  /// The instant from which on usage is remembered.
  public func flagUsageSince() async throws(StoreError) -> Int64 {
    let clock = clock
    return try await threads.read { connection throws(StoreError) in
      try EventsIdentity(connection: connection, clock: clock).usageSince()
    }
  }

  /// Adds counts to what is there, in one transaction.
  public func addFlagUsage(_ usage: [FlagUsage]) async throws(StoreError) {
    guard !usage.isEmpty else { return }
    try await threads.writeInGroup { connection throws(StoreError) in
      var addition = UsageAddition(connection: connection, table: .hours)
      for row in usage {
        let version = try addition.add(UsageAddition.Row(row))
        try UseNote(connection: connection).note(row, by: version)
      }
    }
  }

  /// When flags were used first and last, by environment, flag and version of the app.
  public func flagUses(environments: [Int64], flagIDs: [String]?) async throws(StoreError) -> [FlagUse] {
    let columns = "SELECT env_no, flag_id, app_version, first_at, last_at FROM flag_use"
    return try await threads.read { connection throws(StoreError) in
      try connection.snapshot { () throws(StoreError) in
        var uses: [FlagUse] = []
        for environment in environments {
          guard let flagIDs else {
            uses += try connection.rows(
              "\(columns) WHERE env_no = ? ORDER BY flag_id, app_version", environment
            ) { $0.flagUse() }
            continue
          }
          for flagID in [FlagUsage.everyFlag] + flagIDs {
            uses += try connection.rows(
              "\(columns) WHERE env_no = ? AND flag_id = ? ORDER BY app_version", environment, flagID
            ) { $0.flagUse() }
          }
        }
        return uses
      }
    }
  }

  /// What was counted for one flag by day, from the hours and from the days.
  public func flagUsage(
    environments: [Int64], flagID: String, since instant: Int64
  ) async throws(StoreError) -> [FlagUsageDay] {
    let hour = UsageAge.hour(of: instant)
    return try await threads.read { connection throws(StoreError) in
      try connection.snapshot { () throws(StoreError) in
        var days: [FlagUsageDay] = []
        for environment in environments {
          days += try connection.rows(
            """
            SELECT env_no, day, rule_id, variation, app_version, sum(evaluated), sum(exposed) FROM (
              SELECT env_no, hour / 24 AS day, rule_id, variation, app_version, evaluated, exposed FROM flag_usage
              WHERE env_no = ?1 AND flag_id = ?2 AND hour >= ?3
              UNION ALL
              SELECT env_no, day, rule_id, variation, app_version, evaluated, exposed FROM flag_usage_day
              WHERE env_no = ?1 AND flag_id = ?2 AND day >= ?3 / 24)
            GROUP BY day, rule_id, variation, app_version ORDER BY day, rule_id, variation, app_version
            """, environment, flagID, hour
          ) { $0.flagUsageDay() }
        }
        return days
      }
    }
  }

  /// Does one step of what time asks for, in one transaction.
  public func foldFlagUsage(limit: Int) async throws(StoreError) -> Int {
    let clock = clock
    return try await threads.writeInGroup { connection throws(StoreError) in
      try UsageFold(connection: connection, age: UsageAge(now: clock())).run(limit: limit)
    }
  }
}
