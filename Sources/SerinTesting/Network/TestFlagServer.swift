public import Foundation
public import Serin
import SerinLock

/// A flag server in memory: it counts revisions, marks its answers and confirms with 304 those that still hold.
///
/// ```swift
/// let server = TestFlagServer([FeatureFlag(key: "new_checkout", isEnabled: true)])
/// configuration.transport = server
/// ```
///
/// Use ``ScriptedTransport`` for answers that no server in order gives, and ``ManualTransport`` for the order in which
/// they arrive. Safe to use from any thread.
public final class TestFlagServer: FlagTransport {
  /// The flags of one context.
  public typealias Decide = @Sendable (_ context: FlagContext) -> [FeatureFlag]

  private typealias Stream = AsyncThrowingStream<String, any Error>.Continuation

  /// What keeps the server from answering.
  private enum Trouble: Sendable {
    case offline
    case refusal(FlagResponse)
  }

  private struct State: Sendable {
    var decide: Decide
    var undecided: [String]?
    var revision: Int64 = 1
    var trouble: Trouble?
    var delay: (seconds: TimeInterval, clock: any FlagClock)?
    var requests: [FlagRequest] = []
    var streams: [Int: Stream] = [:]
    var lastStream = 0
  }

  private let state: Lock<State>

  /// Creates a server that gives everybody the same flags, with revision 1.
  public init(_ flags: [FeatureFlag] = []) {
    state = Lock(State(decide: { _ in flags }))
  }

  /// The requests for flags so far, in order.
  public var requests: [FlagRequest] { state.withLock(\.requests) }

  /// The present revision.
  public var revision: Int64 { state.withLock(\.revision) }

  /// Gives everybody these flags from now on, with the next revision.
  ///
  /// - Parameter undecided: Keys that cannot be decided in time, which makes the answers partial ones; nil for whole
  ///   ones.
  public func serve(_ flags: [FeatureFlag], undecided: [String]? = nil) {
    serve(undecided: undecided) { _ in flags }
  }

  /// Decides by the context from now on, with the next revision; see ``serve(_:undecided:)``.
  public func serve(undecided: [String]? = nil, _ decide: @escaping Decide) {
    let (revision, streams) = state.withLock { state in
      state.decide = decide
      state.undecided = undecided
      state.revision += 1
      return (state.revision, state.streams.values)
    }
    for stream in streams { Self.announce(revision, to: stream) }
  }

  /// Cannot be reached until ``recover()``.
  public func goOffline() {
    state.withLock { $0.trouble = .offline }
  }

  /// Refuses everything until ``recover()``.
  ///
  /// - Parameters:
  ///   - status: The HTTP status.
  ///   - retryAfter: The whole seconds of the `Retry-After` field; nil for none.
  public func refuse(status: Int, retryAfter: Int? = nil) {
    let headers = retryAfter.map { ["Retry-After": "\($0)"] } ?? [:]
    state.withLock { $0.trouble = .refusal(FlagResponse(status: status, headers: headers)) }
  }

  /// Answers again.
  public func recover() {
    state.withLock { $0.trouble = nil }
  }

  /// Takes its time with every answer from now on.
  ///
  /// - Parameters:
  ///   - seconds: How long; zero or less for no delay.
  ///   - clock: Whose seconds: a ``TestClock`` that the test moves, as a rule.
  public func delayAnswers(by seconds: TimeInterval, of clock: any FlagClock) {
    state.withLock { $0.delay = seconds > 0 ? (seconds, clock) : nil }
  }

  /// Answers a request as the server is when it is done with it.
  ///
  /// - Throws: `URLError` when it cannot be reached; `CancellationError` when a delayed request is cancelled.
  public func send(_ request: FlagRequest) async throws -> FlagResponse {
    let delay = state.withLock { state in
      state.requests.append(request)
      return state.delay
    }
    if let delay { try await delay.clock.sleep(seconds: delay.seconds) }
    let (decide, undecided, revision, trouble) = state.withLock { ($0.decide, $0.undecided, $0.revision, $0.trouble) }
    switch trouble {
    case .offline: throw URLError(.notConnectedToInternet)
    case .refusal(let response): return response
    case nil: break
    }
    guard let context = try? request.context else { return FlagResponse(status: 400) }
    // A validator belongs to one context; a partial answer has none.
    let tag = undecided == nil ? #""\#(revision)-\#(Self.mark(of: context))""# : nil
    if let tag, request.validator == tag { return FlagResponse(status: 304) }
    return .flags(decide(context), revision: revision, undecided: undecided, entityTag: tag)
  }

  /// How many clients listen to what changes.
  public var streamCount: Int { state.withLock(\.streams.count) }

  /// Ends all streams, as a server that is restarted does.
  public func endStreams() {
    let streams = state.withLock { state in
      defer { state.streams = [:] }
      return state.streams.values
    }
    for stream in streams { stream.finish() }
  }

  /// Announces each change from now on, with no spread.
  public func lines(_ request: FlagRequest) -> AsyncThrowingStream<String, any Error> {
    let (lines, stream) = AsyncThrowingStream.makeStream(of: String.self)
    let (trouble, number) = state.withLock { state in
      state.lastStream += 1
      if state.trouble == nil { state.streams[state.lastStream] = stream }
      return (state.trouble, state.lastStream)
    }
    switch trouble {
    case .offline: stream.finish(throwing: URLError(.notConnectedToInternet))
    case .refusal(let response): stream.finish(throwing: FlagStreamError.refused(response))
    case nil:
      stream.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.streams.removeValue(forKey: number) } }
      // Says that the stream is open.
      stream.yield("")
    }
    return lines
  }

  private static func announce(_ revision: Int64, to stream: Stream) {
    stream.yield("event: changed")
    stream.yield("id: 1-\(revision)")
    stream.yield(#"data: {"epoch":1,"revision":\#(revision),"digest":"","urgent":false,"spread":0}"#)
    stream.yield("")
  }

  /// The digest of a context, which differs for any two contexts and may stand in a header field.
  private static func mark(of context: FlagContext) -> String { SHA256.hexDigest(of: context.json.serialized()) }
}
