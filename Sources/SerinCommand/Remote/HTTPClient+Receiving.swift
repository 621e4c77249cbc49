import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPClient {
  /// Sends a request and takes the answer part by part, its head first.
  ///
  /// The answer may take any time; ``timeout`` is how long nothing may come, in whole seconds.
  ///
  /// - Throws: ``HTTPClientError`` when the answer does not come to its end, or what `take` throws.
  func receive(_ request: Request, _ take: (AnswerStream.Part) throws -> Void) async throws {
    let (parts, continuation) = AsyncThrowingStream<AnswerStream.Part, any Error>.makeStream()
    let session = URLSession(
      configuration: Self.configuration, delegate: AnswerStream(continuation), delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    session.dataTask(with: urlRequest(request, timeout: max(1, timeout.rounded(.up)))).resume()
    do {
      for try await part in parts { try take(part) }
    } catch let error as URLError {
      throw HTTPClientError(error)
    }
  }
}
