import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  /// The history of flags and of segments.
  var versionOperations: [ControlOperation] { flagVersions.operations + segmentVersions.operations }

  private var flagVersions: VersionOperations<FlagView> {
    VersionOperations(
      path: Self.flagPath, example: Self.flagExample,
      versionExample: Self.version(
        "3.8", "flag.replace", "half of everybody", ["killed": false, "archived": false, "state": "active"],
        ["path": "rules[r_1a2b3c4d].rollout.percent", "before": 5, "after": 50]),
      restoring: "Rule ids and salts are those of that version, so everybody is in the group they were in. A kill or "
        + "archiving stays.",
      history: { [flags] call async throws(Problem) in try await flags.history(of: call["flag"], in: call.place) },
      restore: { [flags] call, version async throws(Problem) in
        Self.answer(
          try await flags.restore(
            call["flag"], to: version, in: call.place, by: call.caller, reason: call.body.reason()))
      })
  }

  private var segmentVersions: VersionOperations<SegmentDetails> {
    VersionOperations(
      path: Self.segmentPath, example: Self.segmentExample,
      versionExample: Self.version(
        "2.5", "segment.list", "new customers", ["count": 1200],
        ["path": "definition.listed.count", "before": 1100, "after": 1200]),
      restoring: "Its description and tags come back too, its kind stays. Of a long list no id has to be sent again. "
        + "Where it had no definition at that version, it has none again, unless a flag or segment refers to it.",
      history: { [segments] call async throws(Problem) in
        try await segments.history(of: call["segment"], in: call.place)
      },
      restore: { [segments] call, version async throws(Problem) in
        Self.answer(
          try await segments.restore(
            call["segment"], to: version, in: call.place, by: call.caller, reason: call.body.reason()))
      })
  }

  private static func version(
    _ version: String, _ action: String, _ reason: String, _ summary: JSONObject, _ change: JSONValue
  ) -> JSONValue {
    var object: JSONObject = [
      "version": .string(version), "at": "2027-01-15T09:00:00.000Z", "by": "account:a_k3b5x7q2m4n6p8r2", "via": "api",
      "action": .string(action), "reason": .string(reason), "changes": [change],
    ]
    for (name, value) in summary { object[name] = value }
    return .object(object)
  }
}
