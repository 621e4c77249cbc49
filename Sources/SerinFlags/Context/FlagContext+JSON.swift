extension FlagContext {
  /// More attributes than this are refused in a context that is read from JSON.
  public static let maximumAttributes = 256

  /// Reads a context: `{"userID": "alice", "deviceID": "d1", "attributes": {"country": "DE"}}`.
  ///
  /// Each member may be absent or null.
  ///
  /// - Parameters:
  ///   - json: The object.
  ///   - path: What the path of an error begins with.
  /// - Throws: ``DocumentError`` that names every unknown member and every member of a wrong type.
  public init(json: JSONValue, path: String = "context") throws(DocumentError) {
    guard case .object(let object) = json else {
      throw DocumentError(path: path, message: "\(json.typeDescription) is not an object")
    }
    self.init()
    var issues: [DocumentIssue] = []
    for (name, value) in object where !value.isNull {
      let memberPath = DocumentPath.member(path, name)
      func refuse(_ wanted: String) {
        issues.append(DocumentIssue(path: memberPath, message: "\(value.typeDescription) is not \(wanted)"))
      }
      switch name {
      case "userID":
        userID = value.stringValue
        if userID == nil { refuse("a string") }
      case "deviceID":
        deviceID = value.stringValue
        if deviceID == nil { refuse("a string") }
      case "attributes":
        attributes = value.objectValue ?? [:]
        if value.objectValue == nil { refuse("an object") }
        if attributes.count > Self.maximumAttributes {
          let message = "\(attributes.count) attributes are too many; at most \(Self.maximumAttributes) are allowed"
          issues.append(DocumentIssue(path: memberPath, message: message))
        }
      default:
        let message = "is unknown; a context has userID, deviceID and attributes"
        issues.append(DocumentIssue(path: memberPath, message: message))
      }
    }
    if let error = DocumentError(issues: issues) { throw error }
  }

  /// The context as JSON, without what is absent.
  public var json: JSONValue {
    var object = JSONObject()
    if let userID { object["userID"] = .string(userID) }
    if let deviceID { object["deviceID"] = .string(deviceID) }
    if !attributes.isEmpty { object["attributes"] = .object(attributes) }
    return .object(object)
  }
}
