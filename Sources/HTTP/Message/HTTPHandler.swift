/// Answers requests.
///
/// The function runs on the event loop that owns the connection: it must not block. Work that takes long belongs on
/// another executor; awaiting it does not hold up the loop. The task is cancelled when the client goes away and when
/// the time for the request is up.
public typealias HTTPHandler = @Sendable (HTTPRequest) async -> HTTPResponse

/// Says how large the body of a request may be, in bytes, once its head is there: by method, path and headers.
///
/// Asked on the event loop, before any of the body is read, so that a client that may not send much cannot fill the
/// memory first.
public typealias HTTPBodyLimit = @Sendable (_ method: HTTPMethod, _ path: String, _ headers: HTTPHeaders) -> Int

/// Says whether the handler of a request reads the body itself, piece by piece, once the head of a request that may
/// change something is there: by method, path and headers.
///
/// Asked on the event loop. The limit of the body is asked for as well and holds.
public typealias HTTPBodyStreaming = @Sendable (_ method: HTTPMethod, _ path: String, _ headers: HTTPHeaders) -> Bool
