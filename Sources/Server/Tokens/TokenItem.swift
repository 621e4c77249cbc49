import SerinFlags
import Store

/// How a client or server key is an item of its environment, so that a revocation travels as a revision.
enum TokenItem {
  static let schema: Int64 = 1

  /// The item's document: the kind with the public value or the hash of the secret, when it expires, which flags it sees and
  /// which origins may use it.
  static func document(_ record: TokenRecord) -> String {
    var object: JSONObject = ["kind": .string(record.kind.rawValue), "hash": .string(record.secretHash.hexadecimal)]
    if let value = record.publicValue { object["value"] = .string(value) }
    if let instant = record.expiresAt { object["expiresAt"] = .number(Double(instant)) }
    if !record.flags.isEmpty { object["flags"] = .array(record.flags.map(JSONValue.string)) }
    if !record.origins.isEmpty { object["origins"] = .array(record.origins.map(JSONValue.string)) }
    return String(decoding: JSONValue.object(object).serialized(), as: UTF8.self)
  }

  /// What to compare a presented token against; nil when the document is not understood.
  static func accepted(_ item: ItemRecord, environment: EnvironmentRecord) -> AcceptedToken? {
    guard let json = try? JSONValue(parsing: Array(item.document.utf8), options: .lenient),
      let kind = json["kind"]?.stringValue.flatMap(TokenKind.init(rawValue:)),
      let hash = json["hash"]?.stringValue.flatMap({ [UInt8](hexadecimal: $0) })
    else { return nil }
    var expiresAt: Int64?
    if let value = json["expiresAt"] {
      // What cannot be understood must not make the key last for ever.
      guard let instant = value.numberValue.flatMap({ Int64(exactly: $0) }) else { return nil }
      expiresAt = instant
    }
    // A filter that cannot be understood must not let the key see everything.
    guard let flags = texts(json["flags"]), let origins = texts(json["origins"]) else { return nil }
    return AcceptedToken(
      TokenRecord(
        id: item.id, kind: kind, projectID: environment.projectID, environmentID: environment.id, name: "",
        secretHash: hash, publicValue: json["value"]?.stringValue, flags: flags, origins: origins,
        expiresAt: expiresAt))
  }

  /// A list of texts; empty when it is left out, nil when it is something else.
  private static func texts(_ json: JSONValue?) -> [String]? {
    guard let json else { return [] }
    guard let values = json.arrayValue else { return nil }
    let texts = values.compactMap(\.stringValue)
    return texts.count == values.count ? texts : nil
  }
}
