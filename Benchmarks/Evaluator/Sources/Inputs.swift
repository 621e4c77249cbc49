import Foundation
import SerinFlags

/// The benchmark's files for one number of flags.
struct Inputs {
  /// The keys by the flags' numbers.
  var keys: [String]
  /// The contexts by their numbers.
  var contexts: [JSONValue]
  /// What is asked, in this order.
  var questions: Fixed<Question>

  /// One flag asked for one context.
  struct Question {
    let context: Int
    let flag: Int
    /// The flag's key: a copy of its own next to that of the question before, as each request brings its own.
    var key: String
  }

  /// Reads the files.
  init(flagCount: Int, folder: URL) throws {
    let text = String(decoding: try Self.bytes("keys-\(flagCount).txt", folder), as: UTF8.self)
    keys = text.split(separator: "\n").map(String.init)
    let json = try JSONValue(parsing: try Self.bytes("contexts.json", folder))
    guard case .array(let elements) = json else { throw Refusal("contexts.json is no array") }
    contexts = elements
    let numbers = try Self.bytes("questions-\(flagCount).bin", folder).withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { Int(bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)) }
    }
    questions = Fixed(
      stride(from: 0, to: numbers.count - 1, by: 2).map { [keys] place in
        let flag = numbers[place + 1]
        return Question(
          context: numbers[place], flag: flag, key: String(decoding: Array(keys[flag].utf8), as: UTF8.self))
      })
  }

  /// The bytes of a file.
  static func bytes(_ name: String, _ folder: URL) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}
