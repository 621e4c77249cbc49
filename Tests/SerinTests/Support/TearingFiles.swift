@testable import Serin

/// Files on a disk that is full in the middle of whatever is appended.
struct TearingFiles: StorageFiles {
  private let files = SystemFiles()

  func append(_ bytes: [UInt8], to path: String) throws(StorageError) {
    try files.append(Array(bytes.prefix(bytes.count / 2)), to: path)
    throw .failed(code: 28, reason: "no space")
  }

  func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] { try files.read(path, limit: limit) }

  func replace(_ path: String, with bytes: [UInt8]) throws(StorageError) {
    throw .failed(code: 28, reason: "no space")
  }

  func names(in folder: String) throws(StorageError) -> [String] { try files.names(in: folder) }

  func remove(_ path: String) throws(StorageError) { try files.remove(path) }
}
