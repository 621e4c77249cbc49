import Foundation
import Serin

extension SerinRunProbe {
  /// Reads the app's flags again and again; prints how often, how often it saw a mix of two answers, and how many
  /// requests were sent.
  static func read(_ folder: String) async {
    let transport = CountingTransport()
    var configuration = configuration(folder, transport)
    configuration.role = .appExtension
    let isOver = Flag()
    // Before anybody reads: flushing all streams waits for one that is being read.
    print("ready")
    fflush(nil)
    Thread {
      _ = readLine()
      isOver.set()
    }.start()
    var reads = 0
    var mixes = 0
    var refusals = 0
    repeat {
      let flags = FeatureFlags(configuration)
      let all = flags.snapshot.all
      let versions = Set(all.map { $0.number(forProperty: "version", default: -1) })
      // Every answer says of itself how many flags it has.
      let counts = Set(all.map { $0.number(forProperty: "count", default: -1) })
      if versions.count > 1 || counts.contains(where: { $0 != Double(all.count) }) { mixes += 1 }
      if !all.isEmpty { reads += 1 }
      if reads % 50 == 1 {
        do { try await flags.refresh() } catch let error as FeatureFlagsError where error.code == 0 {
          refusals += 1
        } catch {}
      }
    } while !isOver.isSet
    print("reads \(reads) mixes \(mixes) requests \(await transport.count) refusals \(refusals)")
  }
}

/// Something that happens once.
final class Flag: Sendable {
  private let stream = DispatchSemaphore(value: 0)

  func set() { stream.signal() }

  var isSet: Bool { stream.wait(timeout: .now()) == .success }
}

/// A network that counts who uses it.
actor CountingTransport: FlagTransport {
  private(set) var count = 0

  func send(_ request: FlagRequest) async throws -> FlagResponse {
    count += 1
    throw URLError(.notConnectedToInternet)
  }
}
