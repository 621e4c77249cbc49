import Foundation

/// The bytes of a database's files, to look for what must not be there.
enum DatabaseFile {
  /// The bytes of a file.
  static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  /// Whether some bytes stand anywhere in others.
  static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool { Data(bytes).range(of: Data(part)) != nil }
}
