import Foundation
import Serin

/// Why a request to Firebase brought nothing.
struct RequestFailure: Error, Hashable {
  /// The HTTP status; 200 when an answer came that cannot be used, 0 when nothing was sent.
  let status: Int
  /// What happened, in words for a developer; it holds no id, key or value.
  let message: String
  /// The seconds that Firebase asked for, if any.
  var retryAfter: TimeInterval?

  /// An answer came that cannot be used.
  static func unusable(_ message: String) -> RequestFailure {
    RequestFailure(status: 200, message: message)
  }

  /// Nothing can be sent with this configuration.
  static func misconfigured(_ message: String) -> RequestFailure {
    RequestFailure(status: 0, message: message)
  }

  /// Whether Firebase's clients wait longer and longer after this status (firebase-ios-sdk, `RCNFetch`).
  var isBackOff: Bool { [429, 500, 503, 504].contains(status) }
}

extension RequestFailure {
  /// An HTTP answer that is none.
  init(refusedBy service: String, _ response: FlagResponse) {
    status = response.status
    message = "\(service) answered with HTTP \(response.status)"
    retryAfter = response.retryAfter
  }

  /// The lack of an answer.
  init(_ error: any Error) {
    if let failure = error as? RequestFailure {
      self = failure
    } else {
      // Not the error's own words, which may hold an address.
      let (domain, code) = ((error as NSError).domain, (error as NSError).code)
      self.init(status: 0, message: "no HTTP answer from Firebase: \(domain) \(code)")
    }
  }
}
