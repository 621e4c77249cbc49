extension LineLink {
  /// What is wrong with a template; nil when it is good.
  static func fault(in template: String) -> String? {
    guard let scheme = ["https://", "http://"].first(where: template.hasPrefix) else {
      return "must begin with https:// or http://"
    }
    guard template.utf8.count <= maximumBytes else { return "must be at most \(maximumBytes) bytes" }
    let parts = template.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
    guard parts.allSatisfy({ $0.contains("}") }) else { return "must close every brace" }
    let found = parts.map { part in String(part.prefix { $0 != "}" }) }
    if let unknown = found.first(where: { !placeholders.contains($0) }) {
      return "\"{\(unknown)}\" is not one of: \(placeholders.map { "{\($0)}" }.joined(separator: ", "))"
    }
    guard found.contains("file") else { return "must contain {file}" }
    // A letter that is no hexadecimal digit, so that what is filled in completes no escape.
    let fixed = filled(template) { _ in "x" }
    guard hasOnlyCharactersOfAddresses(fixed) else {
      return "must have no other characters than RFC 3986 has for addresses; % stands before two hexadecimal digits"
    }
    let rest = template.dropFirst(scheme.count)
    let authority = rest.prefix { !"/?#".contains($0) }
    guard isHost(authority) else {
      return "must name a host behind \(scheme), without a user and with nothing filled in"
    }
    guard rest.dropFirst(authority.count).first == "/" else { return "must have a / behind the host" }
    return hasDotSegment(fixed) ? "must not have the parts . and .." : nil
  }

  /// RFC 3986, section 2: unreserved and reserved characters, and escapes.
  private static func hasOnlyCharactersOfAddresses(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let isHexadecimal = { (index: Int) in index < bytes.count && Character(UnicodeScalar(bytes[index])).isHexDigit }
    return bytes.indices.allSatisfy { index in
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") { return isHexadecimal(index + 1) && isHexadecimal(index + 2) }
      return isUnreserved(byte) || ":/?#[]@!$&'()*+,;=".utf8.contains(byte)
    }
  }

  /// A name or address that is not empty, and perhaps a port (RFC 3986, section 3.2), made of what was given only.
  private static func isHost(_ authority: Substring) -> Bool {
    guard !authority.contains(where: { "@{}".contains($0) }) else { return false }
    var host = authority
    if let colon = authority.lastIndex(of: ":"), authority[colon...].dropFirst().allSatisfy(\.isNumber) {
      host = authority[..<colon]
    }
    if host.hasPrefix("[") {
      return host.hasSuffix("]") && host.count > 2 && host.dropFirst().dropLast().allSatisfy(isOfAddress)
    }
    return !host.isEmpty && !host.contains { ":[]".contains($0) }
  }

  /// Whether a character may stand between the brackets of an IPv6 address.
  private static func isOfAddress(_ character: Character) -> Bool {
    character.isHexDigit || character == ":" || character == "."
  }
}
