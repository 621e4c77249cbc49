import Foundation

/// What became of a batch that was sent.
enum Delivered: Sendable, Hashable {
  /// The server has it; so many events it did not want.
  case accepted(refused: Int)
  /// The batch is larger than the server takes.
  case tooLarge
  /// The server cannot read the batch.
  case unreadable
  /// The server does not take compressed bodies.
  case encodingRefused
  /// It may go better later.
  ///
  /// - Parameters:
  ///   - reason: For the log.
  ///   - retryAfter: The seconds that the server asked for, if any.
  ///   - isTransient: Whether it may go better soon; else something must be mended first.
  case failed(reason: String, retryAfter: TimeInterval?, isTransient: Bool)
}

extension Delivered {
  /// Judges an HTTP answer.
  init(_ response: FlagResponse) {
    switch response.status {
    case 200..<300: self.init(body: response.body)
    case 400, 422: self = .unreadable
    case 413: self = .tooLarge
    case 415: self = .encodingRefused
    case let status:
      self = .failed(
        reason: "HTTP \(status)", retryAfter: response.retryAfter, isTransient: FlagResponse.isTransient(status))
    }
  }

  /// Judges the lack of an answer.
  init(_ error: any Error) {
    self = .failed(reason: reasonForNoAnswer(error), retryAfter: nil, isTransient: true)
  }

  private init(body: Data) {
    // A network's sign-in form answers 200, too; only the server's own words count as a receipt.
    guard let json = try? JSONValue(parsing: body), json["accepted"]?.numberValue != nil else {
      self = .failed(reason: "an answer that is no receipt", retryAfter: nil, isTransient: true)
      return
    }
    self = .accepted(refused: json["refused"]?.arrayValue?.count ?? 0)
  }
}
