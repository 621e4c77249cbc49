extension HTTPRefusal {
  /// A request that is not HTTP; `what` says why.
  static func malformed(_ what: String) -> HTTPRefusal {
    HTTPRefusal(.malformedRequest, "The request is not valid HTTP: \(what).")
  }

  /// A body whose end is in doubt; `what` says why.
  static func ambiguous(_ what: String) -> HTTPRefusal {
    HTTPRefusal(.ambiguousLength, "It cannot be said where the body ends: \(what).")
  }

  static func targetTooLong(_ limits: HTTPLimits) -> HTTPRefusal {
    HTTPRefusal(.uriTooLong, "The target of the request is longer than \(limits.targetBytes) bytes.")
  }

  static func headTooLarge(_ limits: HTTPLimits) -> HTTPRefusal {
    HTTPRefusal(.headersTooLarge, "The head of the request is larger than \(limits.headerBytes) bytes.")
  }

  static func tooManyFields(_ limits: HTTPLimits) -> HTTPRefusal {
    HTTPRefusal(.tooManyHeaders, "The request has more than \(limits.headerFields) header fields.")
  }

  static func bodyTooLarge(limit: Int) -> HTTPRefusal {
    HTTPRefusal(.bodyTooLarge, "The body is larger than \(limit) bytes.")
  }

  static func chunkFramingTooLarge() -> HTTPRefusal {
    HTTPRefusal(.bodyTooLarge, "The body has more chunk headers, extensions and trailers than its size explains.")
  }

  static func headerTimeout(_ limits: HTTPLimits) -> HTTPRefusal {
    HTTPRefusal(.requestTimeout, "The head of the request did not arrive within \(limits.headerTimeout) seconds.")
  }

  static func requestTimeout(_ limits: HTTPLimits) -> HTTPRefusal {
    HTTPRefusal(.requestTimeout, "The request did not arrive within \(limits.requestTimeout) seconds.")
  }

  static func bodyTooSlow(_ limits: HTTPLimits) -> HTTPRefusal {
    HTTPRefusal(
      .requestTimeout,
      "After \(limits.requestTimeout) seconds the body came at less than \(limits.bodyBytesPerSecond) bytes a second.")
  }

  static func handlerTimeout(_ limits: HTTPLimits) -> HTTPRefusal {
    HTTPRefusal(
      .handlerTimeout, "The request was not answered within \(limits.requestTimeout) seconds.", retryAfter: 1)
  }

  static func connections(limit: Int) -> HTTPRefusal {
    HTTPRefusal(.tooManyConnections, "The server has as many connections as it may have: \(limit).", retryAfter: 1)
  }

  static func connectionsPerSource(limit: Int) -> HTTPRefusal {
    HTTPRefusal(
      .tooManyConnections, "This address has as many connections as one may have: \(limit).", retryAfter: 1)
  }

  static func streams(_ whose: String, limit: Int, retryAfter: Int) -> HTTPRefusal {
    HTTPRefusal(
      .tooManyStreams, "\(whose) has as many event streams as one may have: \(limit).", retryAfter: retryAfter)
  }

  static func stopping(retryAfter: Int) -> HTTPRefusal {
    HTTPRefusal(.stopping, "The server is stopping and begins no event streams.", retryAfter: retryAfter)
  }

  static func invalidResponse(_ what: String) -> HTTPRefusal {
    HTTPRefusal(.invalidResponse, "The answer to the request cannot be sent: \(what).")
  }
}
