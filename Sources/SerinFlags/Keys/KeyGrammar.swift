/// What the keys of flags, and the names of properties and variations, may look like.
public enum KeyGrammar {
  /// The rule for keys made in Serin, in words for messages.
  package static let rule =
    "a key is 1 to 128 letters, digits, dots, underscores and hyphens, and begins with a letter or digit"

  /// The rule for keys of imported documents, in words for messages.
  package static let importedRule = "a key is 1 to 256 bytes without control characters"

  /// Whether a key follows the grammar of keys made in Serin: `[A-Za-z0-9][A-Za-z0-9._-]{0,127}`.
  package static func isValidKey(_ key: String) -> Bool {
    key.withBytes { bytes in
      guard let first = bytes.first, isLetterOrDigit(first), bytes.count <= 128 else { return false }
      return bytes.dropFirst().allSatisfy { byte in
        isLetterOrDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      }
    }
  }

  /// Whether a key may come from another system: 1 to 256 bytes without control characters.
  package static func isValidImportedKey(_ key: String) -> Bool {
    (1...256).contains(key.utf8.count) && !key.hasControlCharacter()
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      false
    }
  }
}

extension String {
  /// Whether the text holds a control character (U+0000 to U+001F, U+007F to U+009F) apart from those that are allowed.
  package func hasControlCharacter(allowing allowed: [Unicode.Scalar] = []) -> Bool {
    unicodeScalars.contains { scalar in
      (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)) && !allowed.contains(scalar)
    }
  }
}
