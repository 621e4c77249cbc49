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
private struct LocalTransport: FlagTransport {
  private let answers: [Data]
  private let counter = Counter()

  init(flagCount: Int) {
    answers = [0, 1].map { Self.answer(round: $0, flagCount: flagCount) }
  }

  func send(_ request: FlagRequest) async throws -> FlagResponse {
    let number = await counter.next()
    return FlagResponse(status: 200, headers: [:], body: answers[number % 2])
  }

  private actor Counter {
    private var value = 0

    func next() -> Int {
      defer { value += 1 }
      return value
    }
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
