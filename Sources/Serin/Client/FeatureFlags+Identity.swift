extension FeatureFlags {
  /// Sets the user, for example after sign-in; nil after sign-out.
  ///
  /// The earlier user's flags leave memory before this returns and the new user's stored ones, if any, are in effect; the
  /// server is asked at once. Reads one file. The same id, byte for byte, changes nothing.
  ///
  /// - Parameters:
  ///   - userID: The user's id; an empty one is none.
  ///   - attributes: The attributes that belong to the user, in place of the present ones; nil keeps those.
  ///   - completion: Called exactly once, later, on the main thread; with code 0 when yet another user was set before the
  ///     answer came.
  public func setUserID(
    _ userID: String?, attributes: JSONObject? = nil,
    completion: (@MainActor @Sendable (FeatureFlagsError?) -> Void)? = nil
  ) {
    engine.setUserID(userID, attributes: attributes, engine.waiter(.user(userID.nonEmpty), completion))
  }

  /// Sets the user and waits for the user's flags; see ``setUserID(_:attributes:completion:)``.
  ///
  /// - Throws: ``FeatureFlagsError``; the user is set all the same, also when the caller's task is cancelled (code 0).
  @discardableResult
  public func identify(_ userID: String?, attributes: JSONObject? = nil) async throws -> RefreshOutcome {
    try await engine.wait(.user(userID.nonEmpty)) { engine.setUserID(userID, attributes: attributes, $0) }
  }

  /// Sets the device's or installation's id, on which percentages are drawn before sign-in.
  ///
  /// When flags were asked for without it they are asked for again.
  public func setDeviceID(_ deviceID: String) {
    engine.setDeviceID(deviceID)
  }

  /// Merges attributes into those of the context; `null` removes one.
  ///
  /// The flags in effect stay until the answer arrives; several changes within a quarter of a second make one request.
  public func setAttributes(_ attributes: JSONObject) {
    engine.setAttributes(attributes)
  }
}

extension String? {
  /// The id, with an empty one as none.
  fileprivate var nonEmpty: String? {
    flatMap { $0.isEmpty ? nil : $0 }
  }
}
