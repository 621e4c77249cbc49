/// Variables with a token of each kind; the secrets are made up.
enum Tokens {
  static let admin = token("admin")
  static let client = token("client")
  static let server = token("server")

  private static func token(_ kind: String) -> String {
    "srn_\(kind)_\(String(repeating: "a", count: 16))_\(String(repeating: "b", count: 52))_0a1b2c3d"
  }

  /// The variables of somebody who works on the project `shop` of a server.
  static func variables(for server: ScriptedServer, token: String = admin) -> [String: String] {
    ["SERIN_URL": server.address, "SERIN_TOKEN": token, "SERIN_PROJECT": "shop", "SERIN_TIMEOUT": "240"]
  }
}
