import HTTP
import SerinFlags

/// The parameters behind the `?` of a request.
///
/// Unknown and repeated ones are refused, so that a typo cannot pass.
struct Query: Sendable {
  private var values: [String: String] = [:]

  init(_ request: HTTPRequest, allowed: Set<String>) throws(Problem) {
    for pair in Array((request.query ?? "").utf8).split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = percentDecoded(parts[0]),
        let value = parts.count > 1 ? percentDecoded(parts[1]) : ""
      else { throw Problem(.badRequest, "the query is not well encoded") }
      guard allowed.contains(name) else {
        let hint = allowed.isEmpty ? "none" : allowed.sorted().joined(separator: ", ")
        throw Problem(.badRequest, "query parameter \"\(name)\" is not known; allowed: \(hint)")
      }
      guard values[name] == nil else { throw Problem(.badRequest, "query parameter \"\(name)\" is given twice") }
      values[name] = value
    }
  }

  subscript(name: String) -> String? { values[name] }

  func integer(_ name: String, in range: ClosedRange<Int64>) throws(Problem) -> Int64? {
    guard let text = values[name] else { return nil }
    guard let number = Int64(text), range.contains(number) else {
      throw Problem(
        .badRequest,
        "query parameter \"\(name)\" is \"\(text)\"; it must be a whole number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return number
  }

  func boolean(_ name: String) throws(Problem) -> Bool {
    switch values[name] {
    case nil, "false": return false
    case "true": return true
    case let text?: throw Problem(.badRequest, "query parameter \"\(name)\" is \"\(text)\"; it must be true or false")
    }
  }
}
