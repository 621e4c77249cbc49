import SerinFlags

extension ServerClient {
  /// Changes members of something that has a version, unless somebody else changes the same meanwhile.
  ///
  /// - Throws: a conflict when somebody did; nothing is written then.
  func update(_ path: [String], _ body: JSONObject) async throws(CommandFailure) -> JSONValue {
    guard let number = try await get(path)["version"]?.numberValue, let version = Int64(exactly: number) else {
      throw isNoSerinServer("what is to be changed has no version")
    }
    return try await patch(path, body, version: "\(version)")
  }

  /// Changes members of something that has an entity tag, unless somebody else changes the same meanwhile.
  ///
  /// - Returns: what it was and what it is.
  /// - Throws: a conflict when somebody did; nothing is written then.
  func edit(
    _ path: [String], _ body: JSONObject
  ) async throws(CommandFailure) -> (before: JSONValue, after: JSONValue) {
    let before = try await get(path)
    return (before, try await patch(path, body, version: entityTag(of: before)))
  }

  /// The entity tag of something that was read.
  func entityTag(of view: JSONValue) throws(CommandFailure) -> String {
    guard let tag = view["etag"]?.stringValue else { throw isNoSerinServer("its answer has no \"etag\"") }
    return tag
  }
}
