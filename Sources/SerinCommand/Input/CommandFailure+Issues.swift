import SerinFlags

extension CommandFailure.Issue {
  /// Where a text stops being JSON.
  init(json error: JSONError) {
    self.init(path: error.path, message: "\(error.message) (byte \(error.offset))")
  }

  /// What is wrong with a part of a document.
  init(_ issue: DocumentIssue) {
    self.init(path: issue.path, message: issue.message)
  }
}
