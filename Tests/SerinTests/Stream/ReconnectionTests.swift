import Foundation
import Testing

@testable import Serin

@Suite struct ReconnectionTests {
  private func refused(_ status: Int, _ headers: [String: String] = [:]) -> StreamEnding {
    .refused(FlagResponse(status: status, headers: headers))
  }

  /// The delays after so many connections that end like this, with a random number just under 1.
  private func delays(
    _ ending: StreamEnding, count: Int, openFor: TimeInterval? = nil, retry: TimeInterval? = nil, random: Double = 1
  ) -> [TimeInterval?] {
    var reconnection = Reconnection()
    return (0..<count).map { _ in
      reconnection.ended(ending, openFor: openFor, retry: retry, at: 1000, random: random)
    }
  }

  @Test func failuresDoubleTheWaitFromASecondToFiveMinutes() {
    #expect(delays(.broken, count: 11) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    #expect(delays(.broken, count: 2000).last == 300)
  }

  @Test func theJitterIsFull() {
    #expect(delays(.broken, count: 5, random: 0) == [0, 0, 0, 0, 0])
    #expect(delays(.broken, count: 5, random: 0.5) == [0.5, 1, 2, 4, 8])
  }

  @Test(arguments: [(59.0, 8.0), (60, 1)])
  func aMinuteOfALiveConnectionResetsTheWait(_ openFor: Double, _ expected: Double) {
    #expect(delays(.silent, count: 4, openFor: openFor).last == expected)
    #expect(delays(.broken, count: 4, openFor: openFor).last == expected)
  }

  @Test(arguments: [(9.0, 8.0), (10, 1)])
  func aConnectionThatTheServerEndsInOrderIsAGoodOneEarlier(_ openFor: Double, _ expected: Double) {
    #expect(delays(.ended, count: 4, openFor: openFor).last == expected)
  }

  @Test func theServersRetryIsTheLeastWait() {
    #expect(delays(.ended, count: 1, retry: 7, random: 0) == [7])
    #expect(delays(.ended, count: 1, retry: 7) == [8])
    #expect(delays(.ended, count: 1, retry: .infinity, random: 0) == [300])
  }

  @Test func retryAfterIsObeyedUpToAnHour() {
    #expect(delays(refused(503, ["Retry-After": "60"]), count: 1, random: 0) == [60])
    #expect(delays(refused(503, ["retry-after": "60"]), count: 2) == [61, 62])
    #expect(delays(refused(429, ["Retry-After": "90000"]), count: 1, random: 0) == [3600])
    #expect(delays(refused(503, ["Retry-After": "soon"]), count: 1, random: 0) == [0])
    #expect(delays(refused(503, ["Retry-After": "60"]), count: 1, retry: 90, random: 0) == [90])
  }

  @Test(arguments: [204, 404, 501])
  func aServerWithoutStreamsIsAskedAgainAfterAnHour(_ status: Int) {
    var reconnection = Reconnection()
    #expect(reconnection.ended(refused(status), openFor: nil, retry: nil, at: 1000, random: 0) == 3600)
    #expect(reconnection.remaining(at: 2000) == 2600)
    #expect(reconnection.remaining(at: 5000) == 0)
  }

  @Test(arguments: [401, 403])
  func aRefusedKeyWaitsForTheNextSession(_ status: Int) {
    var reconnection = Reconnection()
    #expect(reconnection.ended(refused(status), openFor: nil, retry: nil, at: 1000, random: 0) == nil)
    #expect(reconnection.remaining(at: 100_000) == nil)
    reconnection.sessionBegan()
    #expect(reconnection.remaining(at: 100_000) == 0)
  }

  @Test func aTransportWithoutStreamsIsNeverAskedAgain() {
    var reconnection = Reconnection()
    #expect(reconnection.ended(.unsupported, openFor: nil, retry: nil, at: 1000, random: 0) == nil)
    reconnection.sessionBegan()
    #expect(reconnection.remaining(at: 100_000) == nil)
  }

  @Test(arguments: [200, 302, 400, 418, 500, 502])
  func otherAnswersAreFailures(_ status: Int) {
    #expect(delays(refused(status), count: 3) == [1, 2, 4])
  }
}
