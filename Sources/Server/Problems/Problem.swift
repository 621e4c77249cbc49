public import HTTP
package import SerinFlags
package import Store

/// Why a request was refused, as an RFC 9457 problem document.
///
/// Every refused request gets exactly one of these. `detail` says what to do about it; `errors` names each field that is
/// wrong by its path, with what is allowed.
public struct Problem: Error, Sendable {
  /// The stable name of the kind of problem, for programs.
  public enum Code: String, Sendable, CaseIterable {
    case badRequest, unauthorized, forbidden, approvalRequired, notFound, flagNotFound, methodNotAllowed
    case requestTimeout, conflict, preconditionFailed, tooLarge, uriTooLong, expectationFailed, invalid
    case preconditionRequired, tooManyRequests, headersTooLarge, recentlyUsed
    case internalError = "internal"
    case notImplemented, unavailable, versionNotSupported
  }

  /// The stable name of the kind of problem.
  public var code: Code
  /// One sentence about this occurrence, without the values of secrets or ids.
  public var detail: String
  /// What is wrong, field by field.
  package var errors: [DocumentIssue]
  /// Members beside the standard ones, such as `conflict`.
  package var members: JSONObject
  /// Headers that the answer carries beside the content type.
  public var headers: [(name: String, value: String)]
  /// What the log should know and the caller should not, such as the database's own words.
  package var cause: String?
  /// What the store said, when it was the store that refused.
  package var storeError: StoreError?

  /// Creates a problem.
  package init(
    _ code: Code, _ detail: String, errors: [DocumentIssue] = [], members: JSONObject = [:],
    headers: [(name: String, value: String)] = []
  ) {
    self.code = code
    self.detail = detail
    self.errors = errors
    self.members = members
    self.headers = headers
  }

  /// The problem of a document with faults: 422, every fault by its path.
  package init(_ error: DocumentError) { self.init(issues: error.issues) }

  /// The problem of some wrong fields: 422, every one by its path.
  package init(issues: [DocumentIssue]) {
    let detail = issues.count == 1 ? "\(issues[0])" : "the document has \(issues.count) faults; see \"errors\""
    self.init(.invalid, detail, errors: issues)
  }

  /// The problem of one wrong field.
  package init(path: String, message: String) { self.init(issues: [DocumentIssue(path: path, message: message)]) }

  /// The problem of a body that is not JSON: 400, with the offset.
  package init(_ error: JSONError) {
    self.init(.badRequest, "the body is not acceptable JSON: \(error)")
  }

  /// The HTTP status that goes with the code.
  public var status: Int {
    switch code {
    case .badRequest: 400
    case .unauthorized: 401
    case .forbidden, .approvalRequired: 403
    case .notFound, .flagNotFound: 404
    case .methodNotAllowed: 405
    case .requestTimeout: 408
    case .conflict, .recentlyUsed: 409
    case .preconditionFailed: 412
    case .tooLarge: 413
    case .uriTooLong: 414
    case .expectationFailed: 417
    case .invalid: 422
    case .preconditionRequired: 428
    case .tooManyRequests: 429
    case .headersTooLarge: 431
    case .internalError: 500
    case .notImplemented: 501
    case .unavailable: 503
    case .versionNotSupported: 505
    }
  }

  /// A short title that is the same for every problem of the kind.
  public var title: String {
    switch code {
    case .badRequest: "Malformed request"
    case .unauthorized: "Authentication required"
    case .forbidden: "Not allowed"
    case .approvalRequired: "Approval required"
    case .notFound: "Not found"
    case .flagNotFound: "No such flag"
    case .methodNotAllowed: "Method not allowed"
    case .requestTimeout: "Request took too long"
    case .conflict: "Conflict"
    case .recentlyUsed: "In use lately"
    case .preconditionFailed: "Changed by somebody else"
    case .tooLarge: "Body too large"
    case .uriTooLong: "Address too long"
    case .expectationFailed: "Expectation failed"
    case .invalid: "Invalid document"
    case .preconditionRequired: "If-Match required"
    case .tooManyRequests: "Too many requests"
    case .headersTooLarge: "Headers too large"
    case .internalError: "Internal error"
    case .notImplemented: "Not supported"
    case .unavailable: "Temporarily unavailable"
    case .versionNotSupported: "HTTP version not supported"
    }
  }

  /// The problem document.
  package var json: JSONValue {
    var object = members
    object["type"] = .string("urn:serin:problem:\(code.rawValue)")
    object["title"] = .string(title)
    object["status"] = .number(Double(status))
    object["detail"] = .string(detail)
    object["code"] = .string(code.rawValue)
    if !errors.isEmpty {
      object["errors"] = .array(
        errors.map { .object(["path": .string($0.path), "message": .string($0.message)]) })
    }
    return .object(object)
  }

  /// The answer to send.
  public var response: HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [(name: "Content-Type", value: "application/problem+json"), (name: "Cache-Control", value: "no-store")]
        + headers,
      body: .bytes(json.serialized()))
  }
}
