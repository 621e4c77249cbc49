import SerinFlags
import Store

/// What lets a client open a stream by its address alone.
///
/// A browser's `EventSource` sends no header, so the address carries who asks. It does not carry the key: whoever reads the
/// address somewhere can listen for changes and nothing else. It is good for as long as the key is.
struct StreamTicket: Sendable {
  /// How many bytes of the authentication code are in a ticket.
  private static let codeBytes = 16

  private let authenticator: HMACSHA256

  /// - Parameter key: Secret bytes, the same on every node.
  init(key: [UInt8]) {
    authenticator = HMACSHA256(key: HMACSHA256(key: key).authenticate(Array("serin stream ticket".utf8)))
  }

  /// The ticket of a key.
  func text(for principal: Principal) -> String { "\(principal.tokenID).\(code(of: principal.tokenID).hexadecimal)" }

  /// The id of the key that a ticket is of; nil when it is none of ours.
  func tokenID(in text: String) -> TokenID? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let code = [UInt8](hexadecimal: parts[1]),
      ConstantTime.isEqual(code[...], self.code(of: parts[0])[...])
    else { return nil }
    return TokenID(parts[0].utf8)
  }

  private func code(of id: String) -> [UInt8] {
    Array(authenticator.authenticate(Array(id.utf8)).prefix(Self.codeBytes))
  }
}
