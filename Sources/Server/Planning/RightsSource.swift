import Store

/// Knows what somebody may do now, for what they planned earlier.
protocol RightsSource: Sendable {
  /// The rights of an actor as the audit log names them; nil when they have none any more.
  func access(of actor: String) async throws(Problem) -> Access?
}
