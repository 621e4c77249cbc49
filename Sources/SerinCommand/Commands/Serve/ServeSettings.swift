import Foundation
import HTTP
import Server

/// What `serin serve` was told, checked.
struct ServeSettings {
  let folder: String
  let addresses: [ListenAddress]
  /// The seed document's file; it is read only when the store is empty.
  let seed: String?
  let masterKey: String
  let hidesFlags: Bool
  /// The proxies whose word about where requests come from counts.
  let trustedProxies: TrustedProxies
  /// A file to which the ends of the audit log are added every hour; nil for none.
  let auditAnchors: String?
  /// After how many days without a use versions of apps are not told apart any more.
  let usageVersionDays: Int64
  let makesAdminToken: Bool
  let loops: Int
  let limits: HTTPLimits
  let streams: StreamSettings
  let drainDelay: Double
  let gracePeriod: Double

  init(_ call: CommandCall) throws(CommandFailure) {
    let arguments = call.arguments
    folder = arguments[ServeCommand.data] ?? "serin-data"
    let given = arguments.all(ServeCommand.listen)
    var addresses: [ListenAddress] = []
    for text in given.isEmpty ? [arguments[ServeCommand.listen] ?? ""] : given {
      addresses.append(try Self.address(text))
    }
    self.addresses = addresses
    seed = arguments[ServeCommand.seed]
    masterKey = arguments[ServeCommand.masterKey] ?? folder + "/master.key"
    hidesFlags = arguments.isGiven(ServeCommand.hidesFlags)
    trustedProxies = try Self.proxies(arguments)
    auditAnchors = arguments[ServeCommand.auditAnchors]
    usageVersionDays = try Self.days(arguments)
    makesAdminToken = arguments.isGiven(ServeCommand.newAdminToken)
    loops =
      try arguments.converted(ServeCommand.loops, expected: "a whole number from 1 to 64") {
        Int($0).flatMap { (1...64).contains($0) ? $0 : nil }
      } ?? min(64, max(1, ProcessInfo.processInfo.activeProcessorCount))
    var limits = HTTPLimits()
    limits.headerTimeout = try Self.seconds(ServeCommand.headerTimeout, 0.1...3600, arguments)
    limits.requestTimeout = try Self.seconds(ServeCommand.requestTimeout, 0.1...3600, arguments)
    streams = try StreamSettings(arguments)
    limits.connections = streams.connections
    self.limits = limits
    drainDelay = try Self.seconds(ServeCommand.drainDelay, 0...3600, arguments)
    gracePeriod = try Self.seconds(ServeCommand.gracePeriod, 0...3600, arguments)
  }

  private static func seconds(
    _ option: OptionSpec, _ range: ClosedRange<Double>, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> Double {
    let expected = "a number of seconds from \(range.lowerBound) to \(range.upperBound)"
    let value = try arguments.converted(option, expected: expected) { text in
      Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
    guard let value else { throw .usage("\(option.dashed) is missing") }
    return value
  }

  private static func days(_ arguments: ParsedArguments) throws(CommandFailure) -> Int64 {
    let range = SerinServer.Configuration.allowedUsageVersionDays
    let expected = "a whole number of days from \(range.lowerBound) to \(range.upperBound)"
    let days = try arguments.converted(ServeCommand.usageVersionDays, expected: expected) { text in
      Int64(text).flatMap { range.contains($0) ? $0 : nil }
    }
    return days ?? SerinServer.Configuration.standardUsageVersionDays
  }

  private static func proxies(_ arguments: ParsedArguments) throws(CommandFailure) -> TrustedProxies {
    let given = arguments.all(ServeCommand.trustedProxies)
    let texts = given.isEmpty ? [arguments[ServeCommand.trustedProxies]].compactMap(\.self) : given
    var proxies: [String] = []
    for text in texts.flatMap({ $0.split(separator: ",") }) {
      let range = text.trimmingCharacters(in: .whitespaces)
      guard TrustedProxies([range]) != nil else {
        throw .usage(
          "\(ServeCommand.trustedProxies.dashed): \"\(range)\" is neither an address nor a range such as 10.0.0.0/8")
      }
      proxies.append(range)
    }
    return TrustedProxies(proxies) ?? .none
  }

  /// Reads `host:port`, where an IPv6 host is in brackets.
  static func address(_ text: String) throws(CommandFailure) -> ListenAddress {
    let failure = CommandFailure.usage(
      "\(ServeCommand.listen.dashed): \"\(text)\" is not an address such as 127.0.0.1:8080 or [::1]:8080")
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port)
    else { throw failure }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw failure
    }
    guard !host.isEmpty else { throw failure }
    return ListenAddress(host: String(host), port: port)
  }
}
