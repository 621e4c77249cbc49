import Testing

@testable import Serin

@Suite struct ChangeAnnouncementTests {
  @Test(arguments: [
    (#"{"epoch":1,"revision":7,"digest":"9f","spread":10,"urgent":false}"#, 10), (#"{"epoch":1,"revision":7}"#, 2),
    (#"{"epoch":1,"revision":7,"spread":10,"urgent":true}"#, 2),
    (#"{"epoch":1,"revision":7,"spread":1,"urgent":true}"#, 1), (#"{"epoch":1,"revision":7,"urgent":true}"#, 2),
    (#"{"epoch":1,"revision":7,"spread":0}"#, 0),
    (#"{"epoch":1,"revision":7,"spread":-1}"#, 2), (#"{"epoch":1,"revision":7,"spread":"5"}"#, 2),
    (#"{"epoch":1,"revision":7,"spread":1e300}"#, 30), (#"{"epoch":1,"revision":7,"urgent":"yes","new":[1]}"#, 2),
  ])
  func aChangeNamesARulesetAndHowFarToSpread(_ data: String, _ spread: Double) {
    let version = RulesetVersion(epoch: 1, revision: 7)
    #expect(ChangeAnnouncement(parsing: data) == ChangeAnnouncement(version: version, spread: spread))
  }

  @Test(arguments: [
    "", "{", "[]", "null", #"{"epoch":1}"#, #"{"revision":1}"#, #"{"epoch":1,"revision":1.5}"#,
    #"{"epoch":1,"revision":1e300}"#, #"{"epoch":"1","revision":1}"#, #"{"epoch":null,"revision":1}"#,
  ])
  func whatNamesNoRulesetIsNone(_ data: String) {
    #expect(ChangeAnnouncement(parsing: data) == nil)
  }
}
