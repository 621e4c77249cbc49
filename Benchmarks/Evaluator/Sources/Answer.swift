/// What an evaluation said, as far as the benchmark looks at it.
struct Answer {
  var isEnabled: Bool
  /// The variation's name.
  var variation: String

  /// The answer for a flag that does not exist.
  static let none = Answer(isEnabled: false, variation: "?")

  /// One byte for the file of answers: the variation's letter, or `-` when the flag is off.
  var letter: UInt8 {
    isEnabled ? variation.utf8.first ?? UInt8(ascii: "?") : UInt8(ascii: "-")
  }
}

/// Why a mode is not measured: this version has not got what it needs.
struct Refusal: Error {
  var message: String

  init(_ message: String) {
    self.message = message
  }
}
