import Dispatch
import HTTP
import SerinFlags
import Store
import Testing

@testable import Server
@testable import StoreSQLite

/// Switches are answered while an export, a past ruleset or a history is being read.
@Suite(.timeLimit(.minutes(15))) struct KillDuringReadsTests {
  /// Regression: a kill was written ahead of everything, but its own reads queued behind the long ones.
  @Test func aKillAndTakingItBackAreAnsweredWhileALongReadIsUnderWay() async throws {
    let fixture = try await Fixture()
    let store = try #require(fixture.store as? SQLiteStore)
    let environment = "/api/v1/projects/shop/environments/production"
    let anyVersion = [("If-Match", "*")]
    let begun = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    let long = Task {
      try await store.read { _ in
        begun.signal()
        gate.wait()
      }
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        begun.wait()
        continuation.resume()
      }
    }
    for isProtected in [false, true] {
      // Of one's own kill, also what made it is read.
      if isProtected {
        #expect(await fixture.control(.patch, environment, #"{"protected": true}"#, headers: anyVersion).status == 200)
      }
      for (action, isKilled) in [("kill", true), ("unkill", false)] {
        let answer = await fixture.control(.post, Fixture.flags + "/new_checkout/\(action)")
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer["killed"] == .bool(isKilled))
        let evaluated = await fixture.evaluate(
          "/v1/evaluate/new_checkout", #"{"context":{"userID":"u","attributes":{"country":"DE"}}}"#)
        #expect(evaluated["variation"]?.stringValue == (isKilled ? "off" : "on"), "\(evaluated.text)")
      }
    }
    gate.signal()
    try await long.value
  }
}
