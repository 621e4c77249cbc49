/// Characters that could hide something from whoever reads source, or make two texts look the same.
///
/// Controls, separators of lines and paragraphs, marks of annotations, and everything that has no form of its own: the
/// property `Default_Ignorable_Code_Point` of the Unicode Character Database (`DerivedCoreProperties.txt`, 16.0). The table
/// is fixed, since what is generated must not change with the version of Unicode that a system knows.
package enum InvisibleScalars {
  /// Whether a character is one of them.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0xFFF9...0xFFFB: true
    case 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E,
      0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFF8, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A,
      0xE0000...0xE0FFF:
      true
    default: false
    }
  }
}
