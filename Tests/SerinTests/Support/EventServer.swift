import Foundation
import SerinLock
import Testing

@testable import Serin

/// A server that gives flags and takes events, and counts every event once.
final class EventServer: FlagTransport {
  /// What becomes of a batch.
  enum Fate: Sendable {
    /// Stored and acknowledged.
    case accept
    /// Stored, but the answer is lost.
    case loseAnswer
    /// Not stored; another answer.
    case answer(FlagResponse)
    /// No answer, nothing stored.
    case offline
  }

  private struct State: Sendable {
    var flags = FlagResponse.answer()
    var fate: @Sendable (JSONValue) -> Fate = { _ in .accept }
    var batches: [JSONValue] = []
    var requests: [FlagRequest] = []
    var stored: [String: JSONValue] = [:]
    var order: [String] = []
    var evaluations = 0
  }

  private let state = Lock(State())

  init(_ flags: [JSONValue] = [.flag("a")]) {
    state.withLock { $0.flags = .answer(flags) }
  }

  /// The batches that came, whatever became of them.
  var batches: [JSONValue] { state.withLock(\.batches) }

  /// The requests that carried them.
  var requests: [FlagRequest] { state.withLock(\.requests) }

  /// The events that are stored, each once, in the order they came first.
  var events: [JSONValue] { state.withLock { state in state.order.compactMap { state.stored[$0] } } }

  var evaluations: Int { state.withLock(\.evaluations) }

  /// The events of a type that are stored.
  func events(_ type: String) -> [JSONValue] { events.filter { $0["type"]?.stringValue == type } }

  /// Answers with these flags from now on.
  func answer(_ response: FlagResponse) { state.withLock { $0.flags = response } }

  /// Does so with batches from now on.
  func treat(_ fate: @escaping @Sendable (JSONValue) -> Fate) { state.withLock { $0.fate = fate } }

  /// Does so with batches from now on.
  func treat(_ fate: Fate) { treat { _ in fate } }

  func send(_ request: FlagRequest) async throws -> FlagResponse {
    guard request.url.path.hasSuffix("/v1/events") else {
      return state.withLock { state in
        state.evaluations += 1
        return state.flags
      }
    }
    let batch = try request.batch
    let fate = state.withLock { state in
      state.batches.append(batch)
      state.requests.append(request)
      return state.fate
    }(batch)
    switch fate {
    case .accept: return store(batch)
    case .loseAnswer:
      _ = store(batch)
      throw URLError(.networkConnectionLost)
    case .answer(let response): return response
    case .offline: throw URLError(.notConnectedToInternet)
    }
  }

  private func store(_ batch: JSONValue) -> FlagResponse {
    let events = batch["events"]?.arrayValue ?? []
    return state.withLock { state in
      var duplicates = 0
      for event in events {
        guard let id = event["id"]?.stringValue else { continue }
        if state.stored.updateValue(event, forKey: id) == nil { state.order.append(id) } else { duplicates += 1 }
      }
      let receipt: JSONValue = [
        "accepted": .number(Double(events.count)), "duplicates": .number(Double(duplicates)), "refused": [],
      ]
      return FlagResponse(status: 202, body: Data(receipt.serialized()))
    }
  }
}

extension FlagRequest {
  /// The batch that the request carries.
  var batch: JSONValue {
    get throws {
      let bytes = headers["Content-Encoding"] == "gzip" ? gunzip(Array(body)) : Array(body)
      return try JSONValue(parsing: #require(bytes))
    }
  }
}
