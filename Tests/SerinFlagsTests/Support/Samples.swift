import SerinFlags
import Testing

/// Documents that several suites start from.
enum Samples {
  /// A flag that uses everything the format has.
  static let rich: JSONValue = [
    "kind": "release", "owner": "payments-team", "expires": "2027-03-01", "description": "One-page checkout",
    "tags": ["checkout", "web"], "killed": false,
    "properties": [
      "button_color": ["type": "string", "default": "blue"],
      "max_items": ["type": "number", "default": 3],
      "animated": ["type": "boolean", "default": true],
      "layout": ["type": "json", "default": ["columns": 1]],
    ],
    "variations": [
      "off": ["enabled": false],
      "on": ["enabled": true, "properties": ["button_color": "green", "max_items": 5]],
      "loud": ["enabled": true, "properties": ["button_color": "red", "layout": ["columns": [1, 2]]]],
    ],
    "off": "off", "default": "off", "value": "button_color",
    "rules": [
      [
        "id": "r_1a2b3c4d", "name": "beta testers",
        "when": ["attribute": "email", "op": "endsWith", "value": "@example.com", "ignoringCase": true], "serve": "on",
      ],
      [
        "id": "r_5e6f7a8b",
        "when": [
          "all": [
            ["attribute": "country", "op": "in", "values": ["DE", "FR", 49, true]],
            [
              "any": [
                ["attribute": "appVersion", "op": "semver>=", "value": "5.2"],
                ["not": ["attribute": "plan", "op": "equals", "value": "free"]],
              ]
            ],
            ["attribute": "age", "op": ">=", "value": 18],
            ["attribute": "userID", "op": "exists"],
          ]
        ],
        "rollout": ["percent": 5, "by": "userID", "salt": "k3J9xw2Q", "draw": "sha256", "otherwise": "continue"],
        "serve": [
          "split": [["variation": "on", "weight": 50], ["variation": "loud", "weight": 50]],
          "salt": "k3J9xw2Q/variation", "by": "deviceID", "draw": "sha256",
        ],
      ],
      ["id": "r_00000001", "rollout": ["percent": 0.15, "salt": "zzzzzzzz", "otherwise": "off"], "serve": "loud"],
    ],
  ]

  /// A context that reaches the second rule of ``rich``.
  static let context = FlagContext(
    userID: "alice", deviceID: "d-1",
    attributes: ["email": "a@other.org", "country": "DE", "appVersion": "5.10.1", "plan": "free", "age": 30])

  /// A ruleset of these flags.
  static func ruleset(_ flags: JSONObject) -> JSONValue {
    [
      "schema": 1, "project": "shop", "environment": "production", "environmentId": "e_7c1d", "epoch": 1,
      "revision": 42, "flags": .object(flags),
    ]
  }

  /// A sound release flag with these rules.
  static func flag(rules: [JSONValue], changes: JSONObject = [:]) -> JSONValue {
    var object: JSONObject = ["kind": "release", "owner": "team", "rules": .array(rules)]
    for member in changes { object[member.name] = member.value }
    return .object(object)
  }

  /// A flag in code that lets in a percentage of everybody.
  static func rollout(_ percent: Double, salt: String = "s1", by: String? = nil) throws -> CompiledFlag {
    let rollout = try Rollout(percent: #require(Percentage(percent)), by: by, salt: salt)
    let rule = RuleDefinition(id: "r_00000001", rollout: rollout, serve: .variation("on"))
    return CompiledFlag(FlagDefinition(key: "f", kind: .release, rules: [rule]))
  }

  /// A flag in code that divides everybody.
  static func split(
    _ arms: [Split.Arm], salt: String? = "s1", draw: DrawAlgorithm = .sha256, rollout: Rollout? = nil
  ) -> CompiledFlag {
    let split = Split(arms, salt: salt, draw: draw)
    let rule = RuleDefinition(id: "r_00000001", rollout: rollout, serve: .split(split))
    let names = Set(arms.map(\.variation)).subtracting(["off"]).sorted()
    let variations =
      [VariationDefinition(name: "off", isEnabled: false)]
      + names.map { VariationDefinition(name: $0, isEnabled: true) }
    return CompiledFlag(FlagDefinition(key: "f", kind: .experiment, variations: variations, rules: [rule]))
  }
}
