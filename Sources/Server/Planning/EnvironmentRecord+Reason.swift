import SerinFlags
import Store

extension EnvironmentRecord {
  /// Refuses to change something here without saying why, where the environment is protected.
  /// - Throws: 422 that names the field and the environment.
  func checkReason(_ reason: String) throws(Problem) {
    guard isProtected, reason.allSatisfy(\.isWhitespace) else { return }
    throw Problem(path: "reason", message: "is required: environment \"\(key)\" is protected")
  }
}
