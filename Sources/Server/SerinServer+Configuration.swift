import Dispatch
package import HTTP

extension SerinServer {
  /// What the server is told when it is made.
  public struct Configuration: Sendable {
    /// The version that the page shows.
    public var version: String
    /// 16 secret bytes for the validators of answers; the same on every node.
    public var validatorKey: [UInt8]
    /// 32 secret bytes that seal what is kept in the store and must not be read there; the same on every node.
    public var sealingKey: [UInt8]
    /// The instant now, in milliseconds since 1970 UTC.
    public var clock: @Sendable () -> Int64
    /// Whether the server is on its way out and should get no new requests.
    public var isDraining: @Sendable () -> Bool
    /// Whether the page at `/` lists the flags for somebody on the same machine.
    public var listsFlags: Bool
    /// Where messages for the operator go.
    ///
    /// Never a secret, an id or an attribute's value.
    public var log: @Sendable (String) -> Void
    /// The proxies whose word about where requests come from counts.
    package var trustedProxies = TrustedProxies.none
    /// The streams of announcements; the HTTP server must be given the same.
    package var eventStreams = EventStreams()
    /// How many bytes of answers may go out in a second when all clients of an environment ask anew: it says over how long
    /// they are spread.
    package var egressBytesPerSecond = 100_000_000
    /// Milliseconds of a clock that only goes forward, by which announcements are paced.
    package var uptime: @Sendable () -> Int64 = { Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
    /// After how many days without a use a version of an app becomes part of "earlier versions" in the use of flags.
    package var usageVersionDays = Configuration.standardUsageVersionDays

    /// The days that a server has that is not told others.
    package static let standardUsageVersionDays: Int64 = 90
    /// The days that it may be told: no longer than uses are remembered.
    package static let allowedUsageVersionDays: ClosedRange<Int64> = 7...730

    /// Creates a configuration.
    public init(
      version: String, validatorKey: [UInt8], sealingKey: [UInt8], clock: @escaping @Sendable () -> Int64,
      isDraining: @escaping @Sendable () -> Bool = { false }, listsFlags: Bool = true,
      log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      self.version = version
      self.validatorKey = validatorKey
      self.sealingKey = sealingKey
      self.clock = clock
      self.isDraining = isDraining
      self.listsFlags = listsFlags
      self.log = log
    }
  }
}
