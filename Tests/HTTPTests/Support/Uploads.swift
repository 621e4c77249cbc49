@testable import HTTP

/// Requests whose handlers read the body themselves, at the path `/up`.
enum Uploads {
  static let head = "POST /up HTTP/1.1\r\nHost: x\r\n"

  /// Answers with the number and sum of the bytes of the body.
  static let summing: HTTPHandler = { request in
    let stream = request.bodyStream
    var (count, sum, hasEmptyPiece) = (0, 0, false)
    do throws(HTTPBodyStreamError) {
      while let piece = try await stream.next() {
        count += piece.count
        hasEmptyPiece = hasEmptyPiece || piece.isEmpty
        sum = piece.reduce(sum) { $0 &+ Int($1) }
      }
    } catch {
      return HTTPResponse(status: 500, text: "\(error)")
    }
    return HTTPResponse(status: 200, text: "\(count) \(sum)\(hasEmptyPiece ? " empty piece" : "")")
  }

  /// A body and what ``summing`` says of it.
  static func body(_ count: Int) -> (bytes: [UInt8], summary: String) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    return (bytes, "\(count) \(bytes.reduce(0) { $0 &+ Int($1) })")
  }
}

/// Runs a server for such requests while a test uses it.
func withUploads(
  bodyLimit: HTTPBodyLimit? = nil, limits: (inout HTTPLimits) -> Void = { _ in },
  handler: @escaping HTTPHandler = Uploads.summing,
  _ test: (HTTPServer, SocketAddress) async throws -> Void
) async throws {
  try await withServer(
    bodyLimit: bodyLimit, streamsBody: { _, path, _ in path == "/up" }, limits: limits, handler: handler, test)
}
