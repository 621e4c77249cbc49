import SerinFlags

/// A small ruleset for tests: one flag with a rule and a percentage, one that is killed, one that is off.
enum SampleRuleset {
  static let checkout: JSONValue = [
    "kind": "release", "owner": "payments", "off": "off", "default": "off",
    "properties": ["color": ["type": "string", "default": "blue"]],
    "variations": ["off": ["enabled": false], "on": ["enabled": true, "properties": ["color": "green"]]],
    "rules": [
      [
        "id": "r_1a2b3c4d", "name": "grown-ups", "serve": "on",
        "when": [
          "all": [
            ["attribute": "country", "op": "in", "values": ["DE", "FR"]],
            ["attribute": "age", "op": ">=", "value": 18],
          ]
        ],
      ],
      // Under this salt alice draws 69,532,411 and bob 88,092,713.
      ["id": "r_5e6f7a8b", "rollout": ["percent": 80, "salt": "k3J9xw2Q", "otherwise": "off"], "serve": "on"],
    ],
  ]

  static let killed: JSONValue = [
    "kind": "killSwitch", "owner": "web", "killed": true, "off": "off", "default": "on",
    "variations": ["off": ["enabled": false], "on": ["enabled": true]], "rules": [],
  ]

  static let plain: JSONValue = [
    "kind": "ops", "owner": "web", "off": "off", "default": "off",
    "variations": ["off": ["enabled": false], "on": ["enabled": true]], "rules": [],
  ]

  /// A ruleset document with these flags.
  static func document(
    _ flags: JSONObject = ["new_checkout": checkout, "b.killed": killed, "a-plain": plain], environment: String? = nil
  ) -> JSONValue {
    var document: JSONObject = ["schema": 1, "epoch": 1, "revision": 42, "flags": .object(flags)]
    if let environment { document["environment"] = .string(environment) }
    return .object(document)
  }

  /// A document whose flag `shop` requires another one, uses a segment that draws, and has a deadline.
  static let linked: JSONValue = [
    "schema": 1,
    "flags": [
      "pay": [
        "kind": "ops", "owner": "web", "off": "off", "default": "off",
        "variations": ["off": ["enabled": false], "on": ["enabled": true]],
        "rules": [["id": "r_00000001", "when": ["segment": "staff"], "serve": "on"]],
      ],
      "shop": [
        "kind": "release", "owner": "web", "off": "off", "default": "off",
        "variations": ["off": ["enabled": false], "on": ["enabled": true]],
        "prerequisites": [["flag": "pay", "enabled": true]],
        "rules": [
          ["id": "r_00000002", "when": ["segment": "trial"], "serve": "on"],
          [
            "id": "r_00000003", "serve": "on",
            "rollout": ["percent": 0, "salt": "s", "deadline": "2027-01-15T09:00:00Z"],
          ],
        ],
      ],
      "memory": [
        "kind": "release", "owner": "web", "off": "off", "default": "off",
        "variations": ["off": ["enabled": false], "on": ["enabled": true]],
        "rules": [["id": "r_00000004", "when": ["segment": "saw"], "serve": "on"]],
      ],
    ],
    "segments": [
      "staff": ["list": ["alice", "bob"]],
      // Under this salt alice draws 69,532,411 and bob 88,092,713.
      "trial": [
        "all": [
          ["segment": "staff"], ["percent": ["percent": 80, "salt": "k3J9xw2Q"]],
          ["now": "after", "instant": "2027-01-01T00:00:00Z"],
        ]
      ],
      "saw": ["behaviour": ["seen": "shop", "withinDays": 30]],
    ],
  ]
}
