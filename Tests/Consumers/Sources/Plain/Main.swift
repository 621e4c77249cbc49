import Canary
import Foundation
import HTTP
import Serin
import Server
import Statistics
import Store

@main
struct Main {
  static func main() async throws {
    guard let url = URL(string: "http://127.0.0.1:9") else { return }
    var configuration = FeatureFlags.Configuration(
      baseURL: url, applicationCode: "shop", clientKey: "key",
      context: FlagContext(userID: "alice", attributes: ["plan": "pro", "seats": 3]))
    configuration.storage = .memory
    let flags = FeatureFlags(configuration)
    flags.start()
    let state = await flags.ready(within: 0.01)
    let modules = [nameServer, nameStore, nameHTTP, nameStatistics, nameCanary]
    print(flags.isEnabled("new_checkout", default: true), state.origin == .code, modules.count)
    flags.close()
  }
}
