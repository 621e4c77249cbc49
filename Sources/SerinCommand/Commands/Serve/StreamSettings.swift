import HTTP

/// How many streams of announcements `serin serve` keeps open, and how quickly their clients may ask anew.
struct StreamSettings {
  static let connections = OptionSpec.value(
    "connections", "N", variable: "SERIN_CONNECTIONS", fallback: "16384",
    help: "Most open connections, 1 to 1000000; fewer where the system allows fewer open files.")
  static let perKey = OptionSpec.value(
    "streams-per-key", "N", variable: "SERIN_STREAMS_PER_KEY",
    help: "Most open streams of one key, 1 to 1000000 (default: no limit).")
  static let perSource = OptionSpec.value(
    "streams-per-source", "N", variable: "SERIN_STREAMS_PER_SOURCE", fallback: "1000",
    help: "Most open streams from one IPv4 address or one IPv6 /64, 0 to 1000000; 0 for no limit, as behind a proxy.")
  static let egressBudget = OptionSpec.value(
    "egress-budget", "MEGABYTES", variable: "SERIN_EGRESS_BUDGET", fallback: "100",
    help: "Megabytes a second that answers may take when all clients ask anew, 1 to 100000: they are spread by it.")

  /// The options, in the order of the help.
  static let options = [connections, perKey, perSource, egressBudget]

  let connections: Int
  let streams: EventStreamConfiguration
  let egressBytesPerSecond: Int

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    let counts: ClosedRange<Int64> = 1...1_000_000
    connections = try arguments.wholeNumber(Self.connections, in: counts).map(Int.init) ?? HTTPLimits().connections
    var streams = EventStreamConfiguration()
    streams.streamsPerTag = try arguments.wholeNumber(Self.perKey, in: counts).map(Int.init)
    let source = try arguments.wholeNumber(Self.perSource, in: 0...1_000_000) ?? 1000
    streams.streamsPerSource = source == 0 ? nil : Int(source)
    self.streams = streams
    egressBytesPerSecond = Int(try arguments.wholeNumber(Self.egressBudget, in: 1...100_000) ?? 100) * 1_000_000
  }
}
