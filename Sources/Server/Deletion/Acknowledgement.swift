/// What somebody may say that they know, so that what is refused at first is done all the same.
enum Acknowledgement: String, Sendable, CaseIterable {
  /// That apps asked for the flag lately.
  case recentlyUsed

  /// Whether a member of a body acknowledges that; nil acknowledges nothing.
  /// - Throws: 422 for anything else.
  static func isRecentUse(_ text: String?) throws(Problem) -> Bool {
    guard let text else { return false }
    guard Acknowledgement(rawValue: text) == .recentlyUsed else {
      throw Problem(path: "acknowledge", message: "\"\(text)\" is not one of: \(recentlyUsed.rawValue)")
    }
    return true
  }

  /// Whether a query acknowledges that.
  /// - Throws: 400 for anything else.
  static func isRecentUse(in query: Query) throws(Problem) -> Bool {
    guard let text = query["acknowledge"] else { return false }
    guard Acknowledgement(rawValue: text) == .recentlyUsed else {
      throw Problem(
        .badRequest,
        "query parameter \"acknowledge\" is \"\(text)\"; it must be one of: \(recentlyUsed.rawValue)")
    }
    return true
  }
}
