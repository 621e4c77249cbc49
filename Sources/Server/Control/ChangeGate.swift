/// Lets the changes of one project look at what there is, decide and write, one after another.
///
/// Whether a flag may refer to another one depends on rows that the change itself does not write, so their versions
/// cannot guard it. Kills do not pass here, and so go ahead of all that wait: they refer to nothing and wait for nobody.
/// Neither does what only looks, such as a plan: it says what is there at that moment.
final class ChangeGate: Sendable {
  /// How many changes of one project wait at most.
  static let capacity = 256

  private let line = WaitingLine(places: 1, capacity: capacity, of: "changes of this project")

  /// Runs a change when no other one of the project runs.
  /// - Throws: 503 with `Retry-After` when ``capacity`` changes wait already; 400 when the task is cancelled while it waits.
  func pass<R>(_ projectID: String, _ body: () async throws(Problem) -> R) async throws(Problem) -> R {
    try await line.pass(projectID, body)
  }

  /// How many changes of a project wait now.
  func waiting(_ projectID: String) -> Int { line.waiting(projectID) }
}
