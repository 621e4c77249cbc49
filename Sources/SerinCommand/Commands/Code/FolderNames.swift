import Foundation

/// The names of what is in a folder, as the file system has them.
enum FolderNames {
  /// A name.
  enum Name: Sendable, Hashable {
    /// One that is UTF-8, as almost all are.
    case text(String)
    /// One that is not, with U+FFFD for what cannot be read.
    case bytes(String)
  }

  /// What is in a folder but the folder itself and the one around it, in any order.
  ///
  /// Foundation would change or leave out names that are not UTF-8, and nobody would hear of it.
  ///
  /// - Throws: a usage failure when the folder cannot be read.
  static func names(in folder: String) throws(CommandFailure) -> [Name] {
    guard let stream = opendir(folder) else {
      throw .usage("cannot read the folder \(folder): \(SystemError.text(errno))")
    }
    defer { closedir(stream) }
    var names: [Name] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { bytes in
          String(validatingCString: bytes).map(Name.text) ?? .bytes(String(cString: bytes))
        }
      }
      if name != .text("."), name != .text("..") { names.append(name) }
    }
    return names
  }
}
