import Foundation

/// What the end of a request means.
enum Landing: Sendable {
  /// A usable answer, with the server's mark of it.
  case answer(ServerAnswer, entityTag: String?)
  /// The answer that is held is still the server's.
  case notModified
  /// The server, or a proxy before it, does not take the validator with this method (RFC 9110, 13.1.2 gives 412 there).
  case validatorRefused(status: Int)
  /// Nothing usable; transient when the same request may succeed later by itself.
  case failure(FeatureFlagsError, isTransient: Bool)
}

extension Landing {
  /// Judges an HTTP answer.
  init(_ response: FlagResponse) {
    switch response.status {
    case 200: self.init(body: response)
    case 304: self = .notModified
    case 412: self = .validatorRefused(status: 412)
    case let status:
      let error = FeatureFlagsError(
        code: status, message: Self.message(for: status), retryAfter: response.retryAfter)
      self = .failure(error, isTransient: FlagResponse.isTransient(status))
    }
  }

  /// Judges the lack of an answer.
  init(_ error: any Error) {
    self = .failure(.noAnswer("no HTTP answer: \(reasonForNoAnswer(error))"), isTransient: true)
  }

  private init(body response: FlagResponse) {
    do throws(UnusableAnswer) {
      let answer = try ServerAnswer(parsing: response.body, origin: .remote)
      self = .answer(answer, entityTag: response.header("ETag"))
    } catch {
      // A page of a network's sign-in form, for example, which goes away.
      self = .failure(.unusable(error.message), isTransient: true)
    }
  }

  private static func message(for status: Int) -> String {
    switch status {
    case 300..<400: "the server redirects elsewhere (HTTP \(status)); the client key is sent to no other host"
    case 401, 403: "the server refuses the client key (HTTP \(status))"
    case 404: "no flag server answers at the base URL (HTTP 404)"
    default: "the server answered with HTTP \(status)"
    }
  }
}
