/// Answers requests.
///
/// The function runs on the event loop that owns the connection: it must not block. Work that takes long belongs on
/// another executor; awaiting it does not hold up the loop. The task is cancelled when the client goes away and when
/// the time for the request is up.
public typealias HTTPHandler = @Sendable (HTTPRequest) async -> HTTPResponse
