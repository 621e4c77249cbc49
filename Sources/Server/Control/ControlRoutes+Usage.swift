import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  /// Finds stale flags.
  var staleness: StalenessService { StalenessService(keeper: keeper, store: store, usage: usage) }

  /// The use of flags, and what follows from it.
  var usageOperations: [ControlOperation] { [getFlagUsage, listStaleFlags] }

  static let daysParameter = OperationParameter(
    "days", .integer(in: StalenessRules.allowedDays),
    "For how many days something must have been so; \(StalenessRules.standardDays) when left out.")

  private static let versionExample: JSONValue = [
    "appVersion": "5.2.0", "firstEvaluatedAt": "2026-11-02T08:00:00.000Z",
    "lastEvaluatedAt": "2027-01-15T09:00:00.000Z",
  ]

  private var getFlagUsage: ControlOperation {
    ControlOperation(
      "getFlagUsage", .get, Self.projectPath + "/flags/{flag}/usage", needs: .view,
      "When and by which versions of apps a flag was evaluated, and how often",
      details:
        "Archived and deleted flags have their usage too. What other nodes counted in the last minute may be missing.",
      query: [
        OperationParameter("environment", .key, "Only this environment; all when left out."),
        OperationParameter(
          "since", .instant("An instant."), "From when on counts are given; 30 days ago when left out."),
      ],
      answer: .json(
        .ref("FlagUsage"), "What is known of it.",
        example: [
          "flag": "new_checkout", "since": "2026-12-16T09:00:00.000Z", "recordedSince": "2026-11-01T07:00:00.000Z",
          "lastEvaluatedAt": "2027-01-15T09:00:00.000Z",
          "environments": [
            [
              "environment": "production", "lastEvaluatedAt": "2027-01-15T09:00:00.000Z", "unchanged": 12,
              "versions": [Self.versionExample],
              "answers": [
                [
                  "ruleId": "r_1a2b3c4d", "variation": "on", "appVersion": "5.2.0", "evaluated": 3, "exposed": 0,
                ]
              ], "days": [["day": "2027-01-15", "evaluated": 3, "exposed": 0]],
            ]
          ],
        ])
    ) { call async throws(Problem) in
      let project = try call.project
      var environments = keeper.state.environments(of: project)
      if let key = call.query["environment"] {
        environments = [try keeper.state.ruleset(key, in: project).environment]
      }
      let since = try call.query.instant("since") ?? keeper.milliseconds - FlagUsageService.standardSpan
      guard let flag = try await flags.flag(call["flag"], in: project) else {
        throw Problem(.flagNotFound, "project \"\(project.key)\" has no flag \"\(call["flag"])\"")
      }
      let details = try await withStore { () async throws(StoreError) in
        try await usage.details(of: flag, in: environments, since: since)
      }
      return Self.answer(details.json)
    }
  }

  private var listStaleFlags: ControlOperation {
    ControlOperation(
      "listStaleFlags", .get, Self.projectPath + "/stale", needs: .view, "The flags that could go, with what shows it",
      details: """
        `expired`: the day is past after which the flag should be gone. `removeCode`: in every environment in which it was \
        evaluated lately it has served everybody the same variation for so many days. `unused`: it was evaluated in no \
        environment for so many days; nothing is said of it while usage is remembered for a shorter time. Flags of the \
        kinds `killSwitch`, `ops` and `permission` are made to stay, so they can only be `expired`.
        """,
      query: [Self.daysParameter],
      answer: .json(
        .object([
          .required("days", .integer(in: StalenessRules.allowedDays)),
          .required("recordedSince", .instant("From when on usage is remembered.")),
          .required("knowsUnused", .boolean("Whether usage is remembered for long enough to find unused flags.")),
          .required("flags", .array(.ref("StaleFlag"), "By their keys.")),
        ]), "The stale flags.",
        example: [
          "days": 30, "recordedSince": "2026-11-01T07:00:00.000Z", "knowsUnused": true,
          "flags": [
            [
              "key": "new_checkout", "kind": "release", "owner": "payments", "expires": .null,
              "stale": [
                [
                  "kind": "removeCode", "since": "2026-12-01T12:00:00.000Z",
                  "environments": [
                    [
                      "environment": "production", "variation": "on", "unchangedSince": "2026-12-01T12:00:00.000Z",
                      "lastEvaluatedAt": "2027-01-15T09:00:00.000Z", "versions": [Self.versionExample],
                    ]
                  ],
                ]
              ],
            ]
          ],
        ])
    ) { call async throws(Problem) in
      let days = try call.query.integer("days", in: StalenessRules.allowedDays) ?? StalenessRules.standardDays
      return Self.answer(try await staleness.report(on: call.project, days: days).json)
    }
  }
}
