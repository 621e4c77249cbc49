/// Threads that hash passwords, at most four at once, with room for 64 who wait.
///
/// A hash takes tens of milliseconds and 19 MiB. Four at once bound the memory, and keep the rest of the server going while
/// many people, or one attacker, sign in.
final class PasswordPool: Sendable {
  /// How many hash at the same time.
  static let threads = 4
  /// How many wait at most.
  static let queueLength = 64

  private let pool = WorkerPool(threads: threads, queueLength: queueLength, busy: busy)
  /// What new hashes cost.
  let parameters: PasswordHash.Parameters
  /// What a password is compared with when there is no account: to be wrong must cost the same.
  private let dummyHash: String

  /// Creates a pool.
  init(parameters: PasswordHash.Parameters = .standard) {
    self.parameters = parameters
    dummyHash = PasswordHash.dummy(parameters)
  }

  /// How many hashes are made and wait now.
  var load: (running: Int, waiting: Int) { pool.load }

  /// The hash of a password.
  /// - Throws: 503 with `Retry-After` when too many wait already.
  func hash(_ password: String) async throws(Problem) -> String {
    let bytes = Array(password.utf8)
    let parameters = parameters
    guard let hash = try await run({ PasswordHash.make(bytes, parameters) }) else { throw Self.busy }
    return hash
  }

  /// Whether a password is the one of a hash; without a hash the answer is no, after the same work.
  /// - Throws: 503 with `Retry-After` when too many wait already.
  func accepts(_ password: String, hash: String?) async throws(Problem) -> Bool {
    let bytes = Array(password.utf8)
    let compared = hash ?? dummyHash
    let isRight = try await run { PasswordHash.accepts(bytes, hash: compared) }
    return isRight && hash != nil
  }

  /// Runs `work` on a thread of the pool and gives what it gives.
  func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(Problem) -> Value {
    try await pool.run(work)
  }

  private static var busy: Problem {
    Problem(
      .unavailable, "too many people sign in at this moment; try again in a few seconds",
      headers: [(name: "Retry-After", value: "5")])
  }
}
