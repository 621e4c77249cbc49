import Foundation
import SerinFlags
import Testing

/// The conformance data of other systems beside the tests; `SOURCE.txt` in each folder says where it is from.
enum Vectors {
  /// Reads one file, such as `unleash/01-simple-examples.json`.
  static func load(_ name: String) throws -> JSONValue {
    let url = try #require(Bundle.module.url(forResource: "Vectors/\(name)", withExtension: nil))
    return try JSONValue(parsing: Data(contentsOf: url))
  }
}
