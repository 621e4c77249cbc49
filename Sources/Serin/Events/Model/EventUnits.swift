/// Whom something happened to: the ids that percentages are drawn on.
struct EventUnits: Sendable {
  let userID: String?
  let deviceID: String?
}

extension EventUnits: Hashable {
  /// Whether both ids are the same bytes.
  static func == (left: EventUnits, right: EventUnits) -> Bool {
    haveSameBytes(left.userID, right.userID) && haveSameBytes(left.deviceID, right.deviceID)
  }

  /// Hashes the ids' bytes.
  func hash(into hasher: inout Hasher) {
    hasher.combine(userID.map(ExactString.init))
    hasher.combine(deviceID.map(ExactString.init))
  }
}

extension EventUnits {
  /// The units of a context.
  init(_ context: FlagContext) {
    self.init(userID: context.userID, deviceID: context.deviceID)
  }

  /// The wire form, without the ids that are not known.
  var json: JSONObject {
    var object = JSONObject()
    if let userID { object["userID"] = .string(userID) }
    if let deviceID { object["deviceID"] = .string(deviceID) }
    return object
  }

  /// Reads the wire form.
  init(_ object: JSONObject) throws(UnusableAnswer) {
    let members = AnswerMembers(object: object, path: "units.")
    self.init(userID: try members.string("userID"), deviceID: try members.string("deviceID"))
  }
}
