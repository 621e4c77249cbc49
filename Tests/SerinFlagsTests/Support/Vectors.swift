import Foundation
import SerinFlags
import Testing

/// The vector files beside the tests.
enum Vectors {
  /// Reads one file.
  static func load(_ name: String) throws -> JSONValue {
    let url = try #require(Bundle.module.url(forResource: "Vectors/\(name)", withExtension: nil))
    return try JSONValue(parsing: Data(contentsOf: url))
  }

  /// Bytes as lower-case hexadecimal digits.
  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in byte < 16 ? "0" + String(byte, radix: 16) : String(byte, radix: 16) }.joined()
  }
}
