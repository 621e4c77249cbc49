import Foundation
import Serin

/// What Firebase knows this copy of the app by.
struct Installation: Sendable, Hashable {
  /// The installation's id.
  let id: String
  /// What new tokens are asked for with; nil before Firebase has registered the id.
  var refreshToken: String?
  /// What requests are authorised with.
  var token: Token?

  /// A token with its time.
  struct Token: Sendable, Hashable {
    let text: String
    let issuedAt: Date
    let expiresAt: Date

    /// A token that expires within so many seconds is renewed before it is used.
    static let margin: TimeInterval = 60

    /// Whether the token may be used; one from the future says that the clock was changed.
    func isCurrent(at now: Date) -> Bool {
      issuedAt <= now && now < expiresAt.addingTimeInterval(-Self.margin)
    }
  }
}

extension Installation {
  /// An installation with a new random id.
  ///
  /// An id is 22 characters of base64url, whose first four bits are 0111 (Firebase Installations' client libraries).
  static func new() -> Installation {
    var bytes = (0..<17).map { _ in UInt8.random(in: .min ... .max) }
    bytes[0] = 0b0111_0000 | (bytes[0] & 0b0000_1111)
    let text = Data(bytes).base64EncodedString().map { character -> Character in
      switch character {
      case "+": "-"
      case "/": "_"
      default: character
      }
    }
    return Installation(id: String(text.prefix(22)))
  }

  /// Whether a text can stand in an address as an installation's id.
  static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}

extension Installation {
  /// The installation as it is kept on the device.
  var json: JSONObject {
    var object: JSONObject = ["fid": .string(id)]
    if let refreshToken { object["refreshToken"] = .string(refreshToken) }
    if let token {
      object["token"] = .string(token.text)
      object["issuedAt"] = .number(token.issuedAt.timeIntervalSince1970)
      object["expiresAt"] = .number(token.expiresAt.timeIntervalSince1970)
    }
    return object
  }

  /// Reads what is kept; nil when it is no installation.
  init?(json: JSONObject) {
    guard let id = json["fid"]?.stringValue, Self.isID(id) else { return nil }
    self.id = id
    refreshToken = json["refreshToken"]?.stringValue
    guard let text = json["token"]?.stringValue, let issuedAt = json["issuedAt"]?.numberValue,
      let expiresAt = json["expiresAt"]?.numberValue
    else { return }
    token = Token(
      text: text, issuedAt: Date(timeIntervalSince1970: issuedAt), expiresAt: Date(timeIntervalSince1970: expiresAt))
  }
}
