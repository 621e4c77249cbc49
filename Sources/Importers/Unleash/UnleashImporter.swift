public import SerinFlags

/// Reads the client features of Unleash: what `GET /api/client/features` answers, for one environment.
///
/// A feature becomes a flag, a strategy becomes one rule or a few, a segment becomes a segment. `userId` is the context's
/// `userID` and `sessionId` its `deviceID`, so that the stickiness `default` (the user's id, else the session's) is
/// Serin's own unit; every other field of Unleash's context is an attribute of its name.
public enum UnleashImporter {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - json: The document, with `features` and perhaps `segments`.
  ///   - owner: The owner of the flags, since Unleash's client features name none.
  /// - Returns: The flags that answer in Serin as they do in Unleash, and what is to be said about the others.
  /// - Throws: ``DocumentError`` when this is no such document at all.
  public static func read(_ json: JSONValue, owner: String = "imported") throws(DocumentError) -> Import {
    guard let features = json["features"]?.arrayValue else {
      throw DocumentError(path: "features", message: "is not an array, so these are no client features of Unleash")
    }
    if let segments = json.given("segments"), segments.arrayValue == nil {
      throw DocumentError(path: "segments", message: "is not an array, so these are no client features of Unleash")
    }
    var reader = UnleashReader(features: features, segments: json["segments"]?.arrayValue ?? [], owner: owner)
    return reader.read()
  }
}
