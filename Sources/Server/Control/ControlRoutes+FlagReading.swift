import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  static let flagsPath = environmentPath + "/flags"
  static let flagPath = flagsPath + "/{flag}"

  private static let archived = OperationParameter(
    "archived", .boolean(), "Whether archived flags are listed too; they are not when it is left out.")

  /// Reading flags and rulesets.
  var flagReadingOperations: [ControlOperation] {
    [
      ControlOperation(
        "listFlags", .get, Self.flagsPath, needs: .view, "The flags of an environment with their documents",
        query: FlagQuery.parameters,
        answer: .json(
          .object([
            .required("epoch", .integer()), .required("revision", .integer()),
            .required("total", .integer("How many flags there are on all pages.")),
            .next, .required("flags", .array(.ref("Flag"))),
          ]), "The flags in the wanted order.",
          example: ["epoch": 1, "revision": 42, "total": 1, "next": .null, "flags": [Self.flagExample]])
      ) { call async throws(Problem) in
        let place = try call.place
        var query = try FlagQuery(call.query)
        if let kind = query.staleKind {
          query.ids = try await staleness.summary(of: place.project, days: StalenessRules.standardDays).ids(kind)
        }
        let page = try await flags.list(query, in: place)
        return Self.answer(page.json(await lastUses(in: place)))
      },
      ControlOperation(
        "getFlag", .get, Self.flagPath, needs: .view, "One flag in one environment",
        answer: .json(.ref("Flag"), "The flag.", example: Self.flagExample, headers: [Self.entityTag])
      ) { call async throws(Problem) in
        let place = try call.place
        let view = try await flags.view(call["flag"], in: place)
        return Self.answer(view.json(await lastUses(in: place)), headers: [Self.tag(of: view)])
      },
      ControlOperation(
        "getRuleset", .get, Self.environmentPath + "/ruleset", needs: .view,
        "The ruleset document of an environment, segments included",
        query: [Self.archived],
        answer: .json(
          .ref("RulesetDocument"), "The document.",
          example: [
            "schema": 1, "project": "shop", "environment": "production", "environmentId": "e_a2b3c4d5e6f7g2h3",
            "epoch": 1, "revision": 42, "flags": ["new_checkout": Self.documentExample],
          ])
      ) { call async throws(Problem) in
        let includesArchived = try call.query.boolean("archived")
        let contents = try await flags.contents(of: call.place, includesArchived: includesArchived)
        return Self.answer(contents.ruleset(of: try call.place))
      },
    ]
  }

  /// The versions of what was answered.
  static let entityTag = OperationParameter(
    "ETag", .string(), "The versions that an edit starts from, for `If-Match`.")

  static let documentExample: JSONValue = [
    "kind": "release", "owner": "payments", "off": "off", "default": "off",
    "variations": ["off": ["enabled": false], "on": ["enabled": true]],
    "rules": [["id": "r_1a2b3c4d", "rollout": ["percent": 5, "by": "userID", "salt": "k3J9xw2Q"], "serve": "on"]],
  ]

  static let flagExample: JSONValue = [
    "key": "new_checkout", "id": "f_a2b3c4d5e6f7g2h3", "environment": "production", "etag": "3.8", "killed": false,
    "archived": false, "state": "active", "updatedAt": "2027-01-15T09:00:00.000Z", "document": documentExample,
  ]

  /// A flag with its versions as the entity tag.
  static func answer(
    _ view: FlagView, status: Int = 200, headers: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    answer(view.json, status: status, headers: headers + [tag(of: view)])
  }

  private static func tag(of view: FlagView) -> (name: String, value: String) {
    (name: "ETag", value: view.versions.entityTag)
  }

  /// When flags were last used; nothing when that cannot be read now, which is no reason not to show them.
  private func lastUses(in place: Place) async -> LastUses {
    (try? await usage.lastUses(in: [place.environment])) ?? LastUses()
  }
}
