import SerinFlags
import Store

/// How a client or server key is an item of its environment, so that a revocation travels as a revision.
enum TokenItem {
  static let schema: Int64 = 1

  /// The item's document: the kind with the public value or the hash of the secret.
  static func document(_ record: TokenRecord) -> String {
    var object: JSONObject = ["kind": .string(record.kind.rawValue), "hash": .string(Hex.encode(record.secretHash))]
    if let value = record.publicValue { object["value"] = .string(value) }
    return String(decoding: JSONValue.object(object).serialized(), as: UTF8.self)
  }

  /// What to compare a presented token against; nil when the document is not understood.
  static func accepted(_ item: ItemRecord, environment: EnvironmentRecord) -> AcceptedToken? {
    guard let json = try? JSONValue(parsing: Array(item.document.utf8), options: .lenient),
      let kind = json["kind"]?.stringValue.flatMap(TokenKind.init(rawValue:)),
      let hash = json["hash"]?.stringValue.flatMap(Hex.decode)
    else { return nil }
    return AcceptedToken(
      TokenRecord(
        id: item.id, kind: kind, projectID: environment.projectID, environmentID: environment.id, name: "",
        secretHash: hash, publicValue: json["value"]?.stringValue))
  }
}

/// Hexadecimal text of bytes.
enum Hex {
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  static func decode(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
