public import Foundation

/// An HTTP request that the SDK wants sent.
///
/// It is not `URLRequest`, which belongs to another module on Linux.
public struct FlagRequest: Sendable {
  /// The method, for example `POST`.
  public let method: String
  /// Where it goes.
  public let url: URL
  /// Header fields by name; one of them carries the client key.
  public let headers: [String: String]
  /// The body.
  public let body: Data
  /// After so many seconds the SDK stops waiting; a transport should stop its work, too.
  public let timeout: TimeInterval

  /// Creates a request.
  public init(method: String, url: URL, headers: [String: String], body: Data, timeout: TimeInterval) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }
}
