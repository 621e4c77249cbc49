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
      var register = VersionRegister(connection: connection)
      var addition = UsageAddition(connection: connection, table: .hours)
      for usage in usage {
        var row = UsageAddition.Row(usage)
        row.appVersion = try register.admitted(AppVersionText.kept(usage.appVersion), for: usage)
        try register.note(usage, by: try addition.add(row))
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

  /// When flags were used, whichever versions of apps used them.
  public func flagUsePeriods(environments: [Int64]) async throws(StoreError) -> [FlagUsePeriod] {
    try await threads.read { connection throws(StoreError) in
      try connection.snapshot { () throws(StoreError) in
        var periods: [FlagUsePeriod] = []
        for environment in environments {
          periods += try connection.rows(
            """
            SELECT env_no, flag_id, min(first_at), max(last_at) FROM flag_use
            WHERE env_no = ? AND flag_id > ? GROUP BY flag_id ORDER BY flag_id
            """, environment, FlagUsage.everyFlag
          ) { row in
            FlagUsePeriod(
              environment: row.integer(0), flagID: row.text(1), firstAt: row.integer(2), lastAt: row.integer(3))
          }
        }
        return periods
      }
    }
  }

  /// The versions of apps that asked for anything since an instant.
  public func appVersions(
    environments: [Int64], since instant: Int64
  ) async throws(StoreError) -> [AppVersionUse] {
    try await threads.read { connection throws(StoreError) in
      try connection.snapshot { () throws(StoreError) in
        var versions: [AppVersionUse] = []
        for environment in environments {
          versions += try connection.rows(
            """
            SELECT env_no, app_version, max(last_at) FROM flag_use
            WHERE env_no = ? AND last_at >= ? GROUP BY app_version ORDER BY app_version
            """, environment, instant
          ) { row in
            AppVersionUse(environment: row.integer(0), appVersion: row.text(1), lastAt: row.integer(2))
          }
        }
        return versions
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
  public func foldFlagUsage(limit: Int, versionDays: Int64) async throws(StoreError) -> Int {
    let clock = clock
    return try await threads.writeInGroup { connection throws(StoreError) in
      try UsageFold(connection: connection, age: UsageAge(now: clock(), versionDays: versionDays)).run(limit: limit)
    }
  }
}
