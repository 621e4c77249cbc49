import Foundation

/// How a connection to the stream has ended.
enum StreamEnding: Sendable {
  /// The server ended it in order.
  case ended
  /// Nothing came for so long that the connection counts as dead.
  case silent
  /// The server, or something before it, answered with something other than a stream.
  case refused(FlagResponse)
  /// The transport has no streams.
  case unsupported
  /// There was no connection, or it broke.
  case broken

  /// Judges the error of a stream of lines.
  init(_ error: any Error) {
    switch error as? FlagStreamError {
    case .refused(let response): self = .refused(response)
    case .unsupported: self = .unsupported
    case .overflow, nil: self = .broken
    }
  }

  /// In words for a developer.
  var message: String {
    switch self {
    case .ended: "the server ended it"
    case .silent: "nothing came for \(Int(StreamClient.longestSilence)) seconds"
    case .refused(let response): "the server answered with HTTP \(response.status) and no event stream"
    case .unsupported: "the transport has none"
    case .broken: "there is no connection"
    }
  }
}
