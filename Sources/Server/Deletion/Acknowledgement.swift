/// What somebody may say that they know, so that what is refused at first is done all the same.
enum Acknowledgement: String, Sendable, CaseIterable {
  /// That apps asked for the flag lately.
  case recentlyUsed

  /// Whether a request acknowledges that; nil for one that acknowledges nothing.
  /// - Throws: 422 for anything else.
  static func isRecentUse(_ text: String?) throws(Problem) -> Bool {
    guard let text else { return false }
    guard Acknowledgement(rawValue: text) == .recentlyUsed else {
      throw Problem(path: "acknowledge", message: "\"\(text)\" is not one of: \(recentlyUsed.rawValue)")
    }
    return true
  }
}
