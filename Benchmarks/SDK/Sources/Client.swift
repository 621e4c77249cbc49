import Foundation
import Serin

/// Clients of a server that is in the process itself.
enum Client {
  /// A client with so many flags, from its first refresh on.
  ///
  /// - Parameter folder: Where it keeps its answer; nil means memory.
  static func make(flagCount: Int, folder: String? = nil) -> FeatureFlags {
    guard let url = URL(string: "http://127.0.0.1:9") else { preconditionFailure("the address is well formed") }
    var configuration = FeatureFlags.Configuration(
      baseURL: url, applicationCode: "benchmark", clientKey: "key", context: FlagContext(userID: "alice"))
    configuration.storage = folder.map { .directory(URL(fileURLWithPath: $0)) } ?? .memory
    configuration.transport = LocalTransport(flagCount: flagCount)
    configuration.isRefreshThrottled = false
    return FeatureFlags(configuration)
  }

  /// The key of a flag.
  static func key(_ number: Int) -> String { "feature_number_\(number)" }
}

/// Answers with flags that all change each time.
///
/// The answers are made when the first one is wanted, so that a start does not take the time that making them takes.
private actor LocalTransport: FlagTransport {
  private let flagCount: Int
  private lazy var answers = [0, 1].map { Self.answer(round: $0, flagCount: flagCount) }
  private var count = 0

  init(flagCount: Int) {
    self.flagCount = flagCount
  }

  func send(_ request: FlagRequest) async throws -> FlagResponse {
    defer { count += 1 }
    return FlagResponse(status: 200, headers: [:], body: answers[count % 2])
  }

  private static func answer(round: Int, flagCount: Int) -> Data {
    let flags = (0..<flagCount).map { number in
      """
      {"key":"\(Client.key(number))","kind":"release","isEnabled":\((number + round).isMultiple(of: 2)),\
      "ruleId":"r_1a2b3c4d","variation":"on","reason":"ruleMatched","properties":{"button_color":"green\(round)",\
      "max_items":\(number),"layout":{"columns":\(round + 1)}}}
      """
    }
    return Data(#"{"epoch":1,"revision":1,"partial":false,"flags":[\#(flags.joined(separator: ","))]}"#.utf8)
  }
}
