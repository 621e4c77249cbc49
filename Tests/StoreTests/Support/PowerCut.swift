import CSQLite
import Foundation

/// Keeps what a disk would hold after a loss of power at any moment: what was synced, and any part of what was not.
///
/// `@unchecked Sendable` because the images are reached only under the lock.
final class PowerCut: FileObserver, @unchecked Sendable {
  fileprivate struct Image {
    var synced: [UInt8] = []
    var pending: [Operation] = []
  }

  fileprivate enum Operation {
    case write([UInt8], offset: Int)
    case truncate(Int)
  }

  private let lock = NSLock()
  private var images: [String: Image] = [:]

  /// The files as they may be after a loss of power now, by the last component of their paths.
  ///
  /// - Parameter generator: Decides for each unsynced write whether it reached the disk, and whether only half of it did.
  func files(using generator: inout some RandomNumberGenerator) -> [String: [UInt8]] {
    lock.withLock {
      images.mapValues { image in
        var bytes = image.synced
        for operation in image.pending {
          switch UInt8.random(in: 0...2, using: &generator) {
          case 0: continue
          case 1: operation.apply(to: &bytes)
          default: operation.halved.apply(to: &bytes)
          }
        }
        return bytes
      }
    }
  }

  func willWrite(_ bytes: UnsafeRawBufferPointer, at offset: Int, of path: String) -> Int32 {
    note(.write(Array(bytes), offset: offset), for: path)
  }

  func willTruncate(to size: Int, of path: String) -> Int32 { note(.truncate(size), for: path) }

  func willSync(_ path: String) -> Int32 {
    lock.withLock {
      let name = (path as NSString).lastPathComponent
      guard var image = images[name] else { return }
      for operation in image.pending { operation.apply(to: &image.synced) }
      image.pending = []
      images[name] = image
    }
    return SQLITE_OK
  }

  func willDelete(_ path: String) -> Int32 {
    lock.withLock { images[(path as NSString).lastPathComponent] = nil }
    return SQLITE_OK
  }

  private func note(_ operation: Operation, for path: String) -> Int32 {
    lock.withLock { images[(path as NSString).lastPathComponent, default: Image()].pending.append(operation) }
    return SQLITE_OK
  }
}

extension PowerCut.Operation {
  fileprivate func apply(to bytes: inout [UInt8]) {
    switch self {
    case .truncate(let size):
      if size < bytes.count { bytes.removeLast(bytes.count - size) }
    case .write(let content, let offset):
      let end = offset + content.count
      if bytes.count < end { bytes.append(contentsOf: repeatElement(0, count: end - bytes.count)) }
      bytes.replaceSubrange(offset..<end, with: content)
    }
  }

  fileprivate var halved: Self {
    guard case .write(let content, let offset) = self else { return self }
    return .write(Array(content.prefix(content.count / 2)), offset: offset)
  }
}
