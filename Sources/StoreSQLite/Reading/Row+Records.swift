internal import SerinFlags
internal import Store

// Each kind of record has the list of its columns beside the function that reads them in that order.
extension Row {
  static let projectColumns = "id, key, name, version, created_at"

  func project() throws(StoreError) -> ProjectRecord {
    ProjectRecord(id: text(0), key: text(1), name: text(2), version: integer(3), createdAt: integer(4))
  }

  static let environmentColumns = """
    id, no, project_id, key, name, is_protected, approvals_needed, position, version, revision, digest, created_at,
    keeps_contexts
    """

  func environment() throws(StoreError) -> EnvironmentRecord {
    EnvironmentRecord(
      id: text(0), number: integer(1), projectID: text(2), key: text(3), name: text(4), isProtected: truth(5),
      approvalsNeeded: integer(6), keepsContexts: truth(12), position: integer(7), version: integer(8),
      revision: integer(9), digest: try digest(10, of: "environment:\(text(0))"), createdAt: integer(11))
  }

  static let flagColumns = """
    id, project_id, key, kind, owner, description, tags, expires_on, property_types, version, created_at, archived_at, \
    deleted_at
    """

  func flag() throws(StoreError) -> FlagRecord {
    FlagRecord(
      id: text(0), projectID: text(1), key: text(2), kind: text(3), owner: text(4), description: text(5),
      tags: try words(6, of: "flag:\(text(0))"), expiresOn: optionalText(7), propertyTypes: text(8),
      version: integer(9), createdAt: integer(10), archivedAt: optionalInteger(11),
      deletedAt: optionalInteger(12))
  }

  static let itemColumns = """
    env_id, kind, id, version, revision, schema_no, killed, gone, document, digest, updated_at
    """

  func item() throws(StoreError) -> ItemRecord {
    let object = "item:\(text(0))/\(text(1))/\(text(2))"
    guard let kind = ItemKind(rawValue: text(1)) else { throw damaged("\(object) is of an unknown kind") }
    return ItemRecord(
      environmentID: text(0), kind: kind, id: text(2), version: integer(3), revision: integer(4), schema: integer(5),
      isKilled: truth(6), isGone: truth(7), document: text(8), digest: try digest(9, of: object),
      updatedAt: integer(10))
  }

  private func digest(_ column: Int32, of object: String) throws(StoreError) -> Digest128 {
    let bytes = blob(column)
    guard bytes.count == 16, let digest = Digest128(bytes: bytes) else {
      throw damaged("the digest of \(object) is not 16 bytes")
    }
    return digest
  }

  /// The texts of a column that holds a list of them.
  func words(_ column: Int32, of object: String) throws(StoreError) -> [String] {
    let list = try? JSONValue(parsing: text(column).utf8).arrayValue
    guard let words = list?.map(\.stringValue), !words.contains(nil) else {
      throw damaged("\(object) has something else where it has a list of texts")
    }
    return words.compactMap(\.self)
  }
}
