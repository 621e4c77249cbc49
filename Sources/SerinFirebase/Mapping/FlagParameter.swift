import Serin

/// A parameter that is a flag.
struct FlagParameter {
  /// The flag, or what is wrong with it.
  let entry: FlagEntry
  /// What the flag carries while it is on.
  var properties: JSONObject = [:]

  /// The members that make an object a flag.
  private static let marks = ["enabled", "percentage", "from", "users"]
  private static let members = marks + ["variation", "properties", "description"]

  /// Reads a parameter.
  ///
  /// - Returns: nil when it is not a flag; one that is broken is a malformed flag.
  init?(_ text: String, name: String, draw: FirebaseSource.Configuration.Draw) {
    switch text {
    case "true": entry = Self.plain(name, isEnabled: true)
    case "false": entry = Self.plain(name, isEnabled: false)
    default:
      // Anything else that begins like an object was meant to be one.
      guard text.utf8.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{") else { return nil }
      guard let object = try? JSONValue(parsing: text.utf8).objectValue else {
        entry = Self.malformed(.string(text), key: name)
        return
      }
      guard Self.marks.contains(where: { object[$0] != nil }) else { return nil }
      guard let definition = Self.definition(object, key: name, draw: draw) else {
        entry = Self.malformed(.object(object), key: name)
        return
      }
      entry = FlagEntry(reading: definition, key: name)
      properties = object["properties"]?.objectValue ?? [:]
    }
  }

  /// A flag that is the same for everybody.
  static func plain(_ key: String, isEnabled: Bool) -> FlagEntry {
    FlagEntry(reading: .object(document(isEnabled ? "on" : "off")), key: key)
  }

  private static func document(_ outcome: String) -> JSONObject {
    ["kind": "release", "owner": "firebase", "default": .string(outcome)]
  }

  /// An entry that no reader takes for a sound flag.
  private static func malformed(_ json: JSONValue, key: String) -> FlagEntry {
    FlagEntry(reading: ["firebase": json], key: key)
  }

  /// The flag's document; nil when the object is not understood.
  private static func definition(
    _ object: JSONObject, key: String, draw: FirebaseSource.Configuration.Draw
  ) -> JSONValue? {
    // A name with a slip of the pen must not let everybody in.
    guard object.names.allSatisfy({ name in members.contains { ExactString($0) == ExactString(name) } }),
      let isEnabled = object["enabled"]?.boolValue,
      let share = (object["percentage"] ?? 1).numberValue, share >= 0, share <= 1,
      let users = (object["users"] ?? []).arrayValue, users.allSatisfy({ $0.stringValue != nil }),
      let on = (object["variation"] ?? "on").stringValue, on != "off",
      (object["properties"] ?? [:]).objectValue != nil
    else { return nil }
    var date: String?
    if let from = object["from"] {
      guard let instant = from.stringValue.flatMap(instant) else { return nil }
      date = "\(instant)"
    }
    var rules: [JSONValue] = []
    if !users.isEmpty {
      let named: JSONValue = ["attribute": "userID", "op": "in", "values": .array(users)]
      rules.append(["id": "r_00000001", "name": "users", "when": named, "serve": .string(on)])
    }
    var rule: JSONObject = ["id": "r_00000002", "name": "percentage", "serve": .string(on)]
    // Everybody is in without a draw, so that those are in who have no id to be drawn on.
    if share < 1 {
      var rollout: JSONObject = [
        "percent": .number(percent(share, draw: draw)), "salt": .string(key),
        "draw": .string(algorithm(draw).rawValue),
      ]
      if let date { rollout["deadline"] = .string(date) }
      rule["rollout"] = .object(rollout)
    }
    rules.append(.object(rule))
    var definition = document("off")
    var variations: JSONObject = ["off": ["enabled": false]]
    variations[on] = ["enabled": true]
    definition["variations"] = .object(variations)
    definition["rules"] = .array(isEnabled ? rules : [])
    return .object(definition)
  }

  private static func algorithm(_ draw: FirebaseSource.Configuration.Draw) -> DrawAlgorithm {
    switch draw {
    case .sha256Prefix: .sha256Prefix
    case .sha256: .sha256
    }
  }

  /// The percentage that lets in those whom a share of 1 does.
  ///
  /// Apps that draw thousandths themselves compare `n / 1000 < share`; the whole number of thousandths above the share has
  /// the same users in, and unlike the share it is never finer than the draw.
  private static func percent(_ share: Double, draw: FirebaseSource.Configuration.Draw) -> Double {
    switch draw {
    case .sha256Prefix:
      var thousandths = (share * 1000).rounded(.down)
      if thousandths / 1000 < share { thousandths += 1 }
      return thousandths / 10
    case .sha256: return Percentage(clamping: share * 100).percent
    }
  }

  /// An instant, or the first one of a day in UTC.
  private static func instant(_ text: String) -> Timestamp? {
    Timestamp(parsing: text) ?? Timestamp(parsing: text + "T00:00:00Z")
  }
}
