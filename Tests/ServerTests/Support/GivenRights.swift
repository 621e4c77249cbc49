import SerinLock

@testable import Server

/// The rights that a test says somebody has.
final class GivenRights: RightsSource {
  private let rights = Lock<[String: Access]>([:])

  /// Gives somebody rights, or takes all of them away.
  func set(_ actor: String, _ access: Access?) { rights.withLock { $0[actor] = access } }

  func access(of actor: String) async throws(Problem) -> Access? { rights.withLock { $0[actor] } }
}
