/// Who is asking: the ids and attributes that rules look at.
///
/// Ids are compared and hashed as their exact UTF-8 bytes, without normalisation, trimming or change of case. An empty
/// id counts as absent.
public struct FlagContext: Sendable, Hashable {
  /// The user's id; nil or empty before sign-in.
  public var userID: String?
  /// The device's or installation's id.
  public var deviceID: String?
  /// Everything else that is known: country, plan, app version.
  ///
  /// In conditions the names `userID` and `deviceID` always mean the two ids, never attributes of these names. A `null`
  /// attribute counts as absent.
  public var attributes: JSONObject

  /// Creates a context.
  public init(userID: String? = nil, deviceID: String? = nil, attributes: JSONObject = [:]) {
    self.userID = userID
    self.deviceID = deviceID
    self.attributes = attributes
  }

  /// What a percentage is drawn on when a rule names nothing else: the user's id, else the device's id, else nothing.
  package var unit: String? {
    if let userID, !userID.isEmpty { return userID }
    if let deviceID, !deviceID.isEmpty { return deviceID }
    return nil
  }

  /// Whether both have the same ids, byte for byte, and the same attributes.
  public static func == (left: FlagContext, right: FlagContext) -> Bool {
    left.userID.map(ExactString.init) == right.userID.map(ExactString.init)
      && left.deviceID.map(ExactString.init) == right.deviceID.map(ExactString.init)
      && left.attributes == right.attributes
  }

  /// Hashes the ids' bytes and the attributes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(userID.map(ExactString.init))
    hasher.combine(deviceID.map(ExactString.init))
    hasher.combine(attributes)
  }
}
