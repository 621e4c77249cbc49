import SerinFlags

// Lists that a server gives page by page.
extension ServerClient {
  /// A whole list: the answer to its first page, with what stands on all of them.
  /// - Parameters:
  ///   - name: The member with the list.
  ///   - query: What is asked for beside the page.
  func list(
    _ name: String, at path: [String], query: [(String, String)] = []
  ) async throws(CommandFailure) -> JSONValue {
    var whole = try await get(path, query: query)
    var elements = try array(name, in: whole)
    var page = whole
    var seen: Set<ExactString> = []
    while let next = page["next"]?.stringValue {
      guard seen.insert(ExactString(next)).inserted else {
        throw isNoSerinServer("its list \"\(name)\" goes round in circles")
      }
      page = try await get(path, query: query + [("after", next)])
      elements += try array(name, in: page)
    }
    if !seen.isEmpty, var object = whole.objectValue {
      object[name] = .array(elements)
      object["next"] = .null
      whole = .object(object)
    }
    return whole
  }
}
