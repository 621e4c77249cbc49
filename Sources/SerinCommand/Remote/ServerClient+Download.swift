import SerinFlags

extension ServerClient {
  /// The most bytes that are kept of an answer which says why there is no download.
  private static let refusalLimit = 64 * 1024

  /// Fetches a file of the control API and hands on its bytes as they come.
  ///
  /// - Parameters:
  ///   - path: what is fetched.
  ///   - query: names and values after the question mark.
  ///   - type: the media type that the file must have, without parameters.
  ///   - take: gets the bytes in order.
  /// - Throws: an outage when the file does not come to its end, and what `take` throws.
  func download(
    _ path: [String], query: [(String, String)], type: String, _ take: ([UInt8]) throws(CommandFailure) -> Void
  ) async throws(CommandFailure) {
    var request = try request("GET", Self.control + path, query: query)
    request.headers["Accept"] = "\(type), application/problem+json"
    var head: HTTPClient.Answer?
    var refusal: [UInt8] = []
    do {
      try await http.receive(request) { part in
        switch part {
        case .head(let answer):
          head = answer
          guard answer.status != 200 || answer.headers["content-type"]?.hasPrefix(type) == true else {
            throw isNoSerinServer("its answer is not \(type)")
          }
        case .bytes(let bytes) where head?.status == 200: try take(bytes)
        case .bytes(let bytes): refusal += bytes.prefix(Self.refusalLimit - refusal.count)
        }
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      let reason = error as? HTTPClientError ?? .failed(String(describing: error))
      guard head?.status == 200 else { throw unreachable(reason) }
      throw .unreachable("what \(address.text) sends broke off: \(reason.words)")
    }
    guard var answer = head else { throw isNoSerinServer("there is no answer") }
    guard answer.status != 200 else { return }
    answer.body = refusal
    throw CommandFailure(answer: answer, from: self)
  }
}

extension HTTPClientError {
  /// Why an answer that had begun did not come to its end.
  fileprivate var words: String {
    switch self {
    case .timedOut: "nothing more came in time; --timeout SECONDS allows more"
    case .failed(let reason): reason
    default: "the connection was lost"
    }
  }
}
