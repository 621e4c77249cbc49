import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  /// Taking flags over from one environment into another.
  var promotionOperations: [ControlOperation] { [planPromotion, promoteFlags] }

  private static let promotionMembers: [Schema.Member] = [
    .required("from", .string("The key of the environment to take over from.")),
    .optional("flags", .array(.key, "The flags' keys; every flag that is not archived when left out.").orNull),
    .optional(
      "parts",
      .array(
        .oneOf(Promotion.Part.allCases.map(\.rawValue)),
        "`targeting` are rules, prerequisites and defaults, `values` variations and property values; both when left out."
      ).orNull),
    .optional("segments", .boolean("Whether segments that are missing here are taken along.").orNull),
  ]

  private static let outcomeExample: JSONValue = [
    "applied": true, "revision": 43, "segments": [], "problems": [],
    "flags": [
      [
        "key": "new_checkout", "version": "3.8.41", "result": "changed",
        "changes": [["path": "rules[r_1a2b3c4d].rollout.percent", "before": 5, "after": 50]],
      ]
    ],
  ]

  private var planPromotion: ControlOperation {
    ControlOperation(
      "planPromotion", .post, Self.environmentPath + "/promote/plan", needs: .view,
      "Say what taking flags over from another environment would change here, and write nothing",
      body: .json(.object(Self.promotionMembers), example: ["from": "staging", "flags": ["new_checkout"]]),
      answer: .json(
        .ref("PromotionOutcome"), "The differences, and in `problems` what stands in the way.",
        example: Self.outcomeExample)
    ) { call async throws(Problem) in Self.answer(try await flags.plan(promotion(call)).json) }
  }

  private var promoteFlags: ControlOperation {
    ControlOperation(
      "promoteFlags", .post, Self.environmentPath + "/promote", needs: .edit,
      "Take flags over from another environment: all of them, or nothing",
      details: "Rule ids and salts are kept, so everybody is in the same group in both. Kills are not taken over. A "
        + "segment that is missing here stands in the way unless `segments` is true.",
      body: .json(
        .object(
          Self.promotionMembers + [
            .optional(
              "versions",
              .map(
                .string(pattern: EditVersion.promotionPattern),
                "The `version` of each flag in the plan; 412 for one that changed on either side since."
              ).orNull
            ), .optional("reason", .ref("Reason")),
          ]), example: ["from": "staging", "flags": ["new_checkout"], "versions": ["new_checkout": "3.8.41"]]),
      answer: .json(.ref("PromotionOutcome"), "What was changed.", example: Self.outcomeExample)
    ) { call async throws(Problem) in Self.answer(try await flags.promote(promotion(call)).json) }
  }

  private func promotion(_ call: ControlCall) throws(Problem) -> Promotion {
    let place = try call.place
    let source = try keeper.state.ruleset(try call.body.requiredString("from"), in: place.project).environment
    guard source.id != place.environment.id else {
      throw Problem(path: "from", message: "must be another environment than \"\(source.key)\" itself")
    }
    var versions: [String: PromotionVersions] = [:]
    let given = call.body.object["versions"] ?? .null
    guard given == .null || given.objectValue != nil else {
      throw Problem(path: "versions", message: "must be an object, not \(Shown.json(given))")
    }
    for (key, value) in given.objectValue ?? [:] {
      guard let text = value.stringValue, let version = PromotionVersions(parsing: text) else {
        throw Problem(
          path: DocumentPath.member("versions", key),
          message: "must be the version of a plan, such as 3.8.41, not \(Shown.json(value))")
      }
      versions[key] = version
    }
    return Promotion(
      source: source, target: place, flags: try call.body.strings("flags"),
      parts: try Promotion.Part.set(call.body.strings("parts")),
      bringsSegments: try call.body.boolean("segments") ?? false, versions: versions, caller: call.caller,
      reason: try call.body.reason())
  }
}
