import Foundation
import Serin

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// An app, or an extension, that the tests end in the middle of things.
//
//     SerinCrashProbe FOLDER ROLE ENDING KEY[=on|=off|=fetch] ...
//
// ROLE is `app` or `extension`. Each KEY is seen once, as it is stored in FOLDER; with `=on` or `=off` a server first
// answers so. ENDING is `abort`, `kill`, `exit` or `close`, in the instruction after the last sighting.

/// A server with one flag, in as many revisions as it is asked for.
final class OneFlagServer: FlagTransport {
  let key: String
  let isOn: Bool
  let revision: Int

  init(key: String, isOn: Bool, revision: Int) {
    self.key = key
    self.isOn = isOn
    self.revision = revision
  }

  func send(_ request: FlagRequest) async throws -> FlagResponse {
    let body = """
      {"epoch": 1, "revision": \(revision), "partial": false, "flags": [{"key": "\(key)", "isEnabled": \(isOn),
      "ruleId": "r_1a2b3c4d", "variation": "\(isOn ? "on" : "off")", "reason": "ruleMatched", "properties": {}}]}
      """
    guard request.url.path.hasSuffix("evaluate") else { throw URLError(.notConnectedToInternet) }
    return FlagResponse(status: 200, body: Data(body.utf8))
  }
}

/// Answers as the latest of several servers does.
final class Servers: FlagTransport {
  let servers: [OneFlagServer]

  init(_ servers: [OneFlagServer]) { self.servers = servers }

  func send(_ request: FlagRequest) async throws -> FlagResponse {
    guard let server = servers.first(where: { "r\($0.revision)" == step }) else {
      throw URLError(.notConnectedToInternet)
    }
    return try await server.send(request)
  }

  /// Which server is there; set by the one thread that asks.
  nonisolated(unsafe) var step = ""
}

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { exit(64) }
let wanted = arguments[4...].map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
let servers = Servers(
  wanted.enumerated().compactMap { index, parts in
    parts.count == 2 ? OneFlagServer(key: parts[0], isOn: parts[1] == "on", revision: 100 + index) : nil
  })
var configuration = FeatureFlags.Configuration(
  baseURL: URL(fileURLWithPath: "/"), applicationCode: "shop", clientKey: "srn_client_key",
  context: FlagContext(userID: "alice", deviceID: "d1"))
if let url = URL(string: "https://flags.example") { configuration.baseURL = url }
configuration.storage = .directory(URL(fileURLWithPath: arguments[1], isDirectory: true))
configuration.role = arguments[2] == "extension" ? .appExtension : .application
configuration.transport = servers
configuration.isRefreshThrottled = false
let flags = FeatureFlags(configuration)
for (index, parts) in wanted.enumerated() {
  if parts.count == 2 {
    servers.step = "r\(100 + index)"
    _ = try? await flags.refresh()
  }
  if let flag = flags.get(parts[0]) { flags.logImpression(flag) }
}
switch arguments[3] {
case "abort": abort()
case "kill": kill(getpid(), SIGKILL)
case "close": flags.close()
default: break
}
exit(0)
