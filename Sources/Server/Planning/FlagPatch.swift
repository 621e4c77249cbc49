import SerinFlags

/// The members of a flag's document that an edit changes.
struct FlagPatch: Sendable {
  /// What is known of the edit.
  enum Content: Sendable {
    /// The members with their new values; null for a member that goes.
    case members(JSONObject)
    /// The whole document after the edit.
    case document(JSONObject)
  }

  let content: Content
  /// The versions that the edit started from; nil for those that are there when it is planned.
  let base: VersionPair?
}
