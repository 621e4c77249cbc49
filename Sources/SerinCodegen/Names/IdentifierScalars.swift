internal import SerinFlags

/// Which characters of a key can stand in a Swift identifier.
///
/// Letters and digits of ASCII, and beyond it a part of what the compiler takes (WG14 N1518, annex X): what is not seen
/// (``InvisibleScalars``) is left out, so that two names never only look the same. The tables are fixed, since a
/// name must not change with the version of Unicode that a system knows.
enum IdentifierScalars {
  /// The parts of a key between characters that no identifier may hold, in their order and without empty ones.
  static func words(of key: String) -> [String] {
    key.unicodeScalars.split { !contains($0) }.map { String(String.UnicodeScalarView($0)) }
  }

  /// Whether a text of such characters can begin an identifier.
  static func canBegin(_ text: String) -> Bool {
    text.unicodeScalars.first.map { !("0"..."9").contains($0) && !isMark($0) } ?? false
  }

  private static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default:
      !InvisibleScalars.contains(scalar) && (isMark(scalar) || letters.contains { $0.contains(scalar.value) })
    }
  }

  /// Marks that are written over or under the letter before them.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    (0x0300...0x036F).contains(scalar.value)
  }

  private static let letters: [ClosedRange<UInt32>] = [
    0xAA...0xAA, 0xB5...0xB5, 0xBA...0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x115E, 0x1161...0x167F,
    0x1681...0x180A, 0x1810...0x1DBF, 0x1E00...0x1FFF, 0x2C00...0x2DFF, 0x3040...0x3163, 0x3165...0xD7FF,
    0xF900...0xFD3D, 0xFE70...0xFEFC, 0x10000...0x1D172, 0x1D17B...0x1FFFD, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
