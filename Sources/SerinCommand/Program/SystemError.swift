import Foundation

/// The system's words for its error numbers.
enum SystemError {
  /// The words, with a small first letter so that they can end a sentence: `no such file or directory`.
  static func text(_ number: Int32) -> String {
    let words = String(cString: strerror(number))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
