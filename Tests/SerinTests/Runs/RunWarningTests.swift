import Foundation
import SerinLock
import Testing

@testable import Serin

/// What the app may do when it is told that the record of the run does not work.
@Suite struct RunWarningTests {
  @Test(.timeLimit(.minutes(1))) func theAppMayCloseTheClientWhenItIsToldThatTheHistoryCannotBeWritten() throws {
    let files = FaultyFiles()
    let client = Lock<FeatureFlags?>(nil)
    let told = Recorder<String>()
    let flags = try Bench(ScriptedTransport()).client { configuration in
      configuration.files = files
      configuration.log = { message in
        told.add(message.text)
        client.withLock { $0 }?.close()
      }
    }
    client.withLock { $0 = flags }
    files.faults.withLock { $0.writing = .failed(code: 28, reason: "no space") }
    #expect(!flags.engine.runs.writeHistory())
    #expect(told.all.contains { $0.contains("no space") })
    #expect(flags.engine.core.withLock { $0.isClosed })
    client.withLock { $0 = nil }
  }
}
