public import SerinFlags

/// Reads the features of GrowthBook: what its SDKs load from `/api/features/<client key>`.
///
/// A feature becomes a flag with one variation for each of its values, and each rule becomes one rule or a few, with
/// GrowthBook's own hashes.
public enum GrowthBookImporter {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - json: The document, with `features` and perhaps `savedGroups`; not encrypted.
  ///   - owner: The owner of the flags, since GrowthBook's features name none.
  ///   - userAttribute: The attribute that becomes the context's `userID`, such as `id`; nil to leave every attribute
  ///     under its own name.
  /// - Returns: The flags that answer in Serin as they do in GrowthBook, and what is to be said about the others.
  /// - Throws: ``DocumentError`` when this is no such document at all.
  public static func read(
    _ json: JSONValue, owner: String = "imported", userAttribute: String? = nil
  ) throws(DocumentError) -> Import {
    guard let features = json["features"]?.objectValue else {
      let message =
        json["encryptedFeatures"] == nil
        ? "is not an object, so these are no features of GrowthBook" : "are encrypted; decrypt them first"
      throw DocumentError(path: "features", message: message)
    }
    if let groups = json.given("savedGroups"), groups.objectValue == nil {
      throw DocumentError(path: "savedGroups", message: "is not an object, so these are no features of GrowthBook")
    }
    let groups = json["savedGroups"]?.objectValue ?? [:]
    var reader = GrowthBookReader(features: features, groups: groups, owner: owner, userAttribute: userAttribute)
    return reader.read()
  }
}
