import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why a request has no answer.
enum HTTPClientError: Error, Sendable, Hashable {
  case notConnected
  case unknownHost
  case timedOut
  /// The address is one that the system's client does not take. Foundation on Linux refuses numeric IPv6 addresses
  /// that way, up to and including Swift 6.3.1.
  case unusableAddress
  case failed(String)

  /// Sorts the system's error; what it does not sort keeps the system's words, as for a certificate that is not valid.
  init(_ error: URLError) {
    switch error.code {
    case .cannotConnectToHost: self = .notConnected
    case .cannotFindHost, .dnsLookupFailed: self = .unknownHost
    case .timedOut: self = .timedOut
    case .badURL, .unsupportedURL: self = .unusableAddress
    default: self = .failed(error.localizedDescription)
    }
  }
}
