import Foundation
import SerinFlags

/// The benchmark's files for one number of flags.
struct Inputs {
  /// The keys by the flags' numbers.
  var keys: [String]
  /// The contexts by their numbers.
  var contexts: [JSONValue]
  /// Which context and which flag, in the order in which they are asked.
  var questions: [(context: Int, flag: Int)]

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
    questions = stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }

  /// The bytes of a file.
  static func bytes(_ name: String, _ folder: URL) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}
