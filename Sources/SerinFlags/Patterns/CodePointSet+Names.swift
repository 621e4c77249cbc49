extension CodePointSet {
  /// The set of `\d`, `\s` or `\w` by its lower-case letter; all are of ASCII only.
  static func escapeClass(_ letter: UInt8) -> CodePointSet? {
    switch letter {
    case UInt8(ascii: "d"): CodePointSet([0x30...0x39])
    // Without the vertical tab, as in RE2.
    case UInt8(ascii: "s"): CodePointSet([0x09...0x0A, 0x0C...0x0D, 0x20...0x20])
    case UInt8(ascii: "w"): CodePointSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    default: nil
    }
  }

  /// The names that may stand between `[:` and `:]`.
  static let namedClasses = [
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "word",
    "xdigit",
  ]

  /// The set of a name between `[:` and `:]`; all are of ASCII only.
  static func namedClass(_ name: String) -> CodePointSet? {
    switch name {
    case "alnum": CodePointSet([0x30...0x39, 0x41...0x5A, 0x61...0x7A])
    case "alpha": CodePointSet([0x41...0x5A, 0x61...0x7A])
    case "ascii": CodePointSet([0x00...0x7F])
    case "blank": CodePointSet([0x09...0x09, 0x20...0x20])
    case "cntrl": CodePointSet([0x00...0x1F, 0x7F...0x7F])
    case "digit": CodePointSet([0x30...0x39])
    case "graph": CodePointSet([0x21...0x7E])
    case "lower": CodePointSet([0x61...0x7A])
    case "print": CodePointSet([0x20...0x7E])
    case "punct": CodePointSet([0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E])
    case "space": CodePointSet([0x09...0x0D, 0x20...0x20])
    case "upper": CodePointSet([0x41...0x5A])
    case "word": escapeClass(UInt8(ascii: "w"))
    case "xdigit": CodePointSet([0x30...0x39, 0x41...0x46, 0x61...0x66])
    default: nil
    }
  }
}
