/// What a stream of announcements is told about, and in which words.
struct StreamChannel: Sendable, Hashable {
  /// Who reads the stream.
  enum Audience: Sendable, Hashable {
    /// Serin's SDK, which spreads its requests itself.
    case serin
    /// Clients of OFREP, which ask at once: they are told part by part.
    case ofrep(part: Int)
  }

  let environmentID: String
  let audience: Audience

  /// Into so many parts the clients of OFREP are divided.
  static let ofrepParts = 32
}
