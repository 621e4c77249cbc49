import Foundation
import Serin
import SerinFirebase
import SerinTesting
import Testing

@Suite struct ConformanceTests {
  @Test(arguments: [0.0, 3600])
  func itKeepsToWhatIsAskedOfEverySource(_ interval: TimeInterval) async {
    let bench = FirebaseBench(["a": "true", "b": canary(0.5), "c": "{", "text": "x"])
    let violations = await FlagSourceConformance.check {
      bench.source {
        // The rules look at the real clock.
        $0.clock = SystemClock()
        $0.minimumFetchInterval = interval
      }
    }
    #expect(violations == [])
  }
}
