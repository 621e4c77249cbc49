/// The few things that the store does with files; tests replace it to make them fail or stall.
package protocol StorageFiles: Sendable {
  /// Reads a whole file.
  ///
  /// - Parameter limit: A file with more bytes than that is refused.
  func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8]

  /// Puts a file in place of the one of that name, so that any reader sees the whole old one or the whole new one.
  ///
  /// Creates the folder when it is missing.
  func replace(_ path: String, with bytes: [UInt8]) throws(StorageError)

  /// The same without waiting for the disk: the file survives the end of the process, not a power cut.
  func replaceSoon(_ path: String, with bytes: [UInt8]) throws(StorageError)

  /// Puts bytes at the end of a file; creates the file, and its folder, when they are missing.
  ///
  /// After a failure some of the bytes may be there. A power cut may take what was appended last.
  func append(_ bytes: [UInt8], to path: String) throws(StorageError)

  /// The names of the files in a folder.
  func names(in folder: String) throws(StorageError) -> [String]

  /// Removes a file.
  func remove(_ path: String) throws(StorageError)
}

/// Why a file could not be read or written.
package enum StorageError: Error, Sendable, Hashable {
  /// There is no such file.
  case notFound
  /// The system does not give the file out, which on a locked device passes.
  case notPermitted
  /// The file is larger than anything the SDK writes.
  case tooLarge
  /// Any other failure, by the number and words of the system.
  case failed(code: Int32, reason: String)
}

extension StorageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFound: "no such file"
    case .notPermitted: "permission denied"
    case .tooLarge: "the file is too large"
    case .failed(let code, let reason): "\(reason) (error \(code))"
    }
  }
}

extension StorageFiles {
  package func replaceSoon(_ path: String, with bytes: [UInt8]) throws(StorageError) {
    try replace(path, with: bytes)
  }
}
