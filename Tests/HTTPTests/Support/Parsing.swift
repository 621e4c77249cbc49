@testable import HTTP

/// What a parser made of some bytes.
enum Parsed: Equatable {
  case request(method: HTTPMethod, target: String, headers: [String], body: String, isKeepAlive: Bool)
  case refused(HTTPRefusal.Code)
  case incomplete

  /// The method and target, for requests that matter no further.
  var summary: String {
    switch self {
    case .request(let method, let target, _, let body, _): "\(method) \(target) [\(body)]"
    case .refused(let code): code.rawValue
    case .incomplete: "incomplete"
    }
  }
}

/// Parses a text that arrives in pieces, as a connection would: the next request with a fresh parser, nothing after
/// a refusal.
func parse(
  _ bytes: [UInt8], splitAt splits: [Int] = [], limits: HTTPLimits = HTTPLimits(),
  bodyLimit: HTTPBodyLimit? = nil
) -> [Parsed] {
  let parser = RequestParser(limits: limits, bodyLimit: bodyLimit)
  parser.reset()
  var results: [Parsed] = []
  var start = 0
  for end in splits.sorted() + [bytes.count] where end > start {
    let piece = Array(bytes[start..<end])
    start = end
    var position = 0
    let isOver = piece.withUnsafeBufferPointer { piece in
      while position < piece.count {
        switch parser.consume(piece, from: &position) {
        case .needsMore, .awaitsContinue, .bodyBegins, .bodyPiece: continue
        case .request(let request):
          results.append(
            .request(
              method: request.method, target: request.target, headers: request.headers.map { "\($0.name)=\($0.value)" },
              body: String(decoding: request.body, as: UTF8.self), isKeepAlive: request.isKeepAlive))
          parser.reset()
        case .refused(let refusal):
          results.append(.refused(refusal.code))
          return true
        }
      }
      return false
    }
    if isOver { return results }
  }
  if parser.hasBegun { results.append(.incomplete) }
  return results
}

func parse(_ text: String, limits: HTTPLimits = HTTPLimits()) -> [Parsed] {
  parse(Array(text.utf8), limits: limits)
}

/// A small random number generator that gives the same numbers in every run.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
