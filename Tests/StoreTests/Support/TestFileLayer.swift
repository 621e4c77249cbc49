import CSQLite
import Foundation

/// What a ``TestFileLayer`` tells about, and asks before it happens.
///
/// The functions run on the store's threads. A result other than `SQLITE_OK` is given to SQLite instead of doing it.
protocol FileObserver: AnyObject, Sendable {
  func willWrite(_ bytes: UnsafeRawBufferPointer, at offset: Int, of path: String) -> Int32
  func willTruncate(to size: Int, of path: String) -> Int32
  func willSync(_ path: String) -> Int32
  func willDelete(_ path: String) -> Int32
}

extension FileObserver {
  func willWrite(_ bytes: UnsafeRawBufferPointer, at offset: Int, of path: String) -> Int32 { SQLITE_OK }
  func willTruncate(to size: Int, of path: String) -> Int32 { SQLITE_OK }
  func willSync(_ path: String) -> Int32 { SQLITE_OK }
  func willDelete(_ path: String) -> Int32 { SQLITE_OK }
}

/// A file layer for SQLite that does what the system's does, but asks an observer first.
///
/// Files are opened by the system's layer; then their table of functions is replaced by a copy in which a few entries
/// are ours. `@unchecked Sendable` because nothing changes after the initialiser.
final class TestFileLayer: @unchecked Sendable {
  /// The name to open a store with.
  let name = "test-\(UUID().uuidString)"

  private let layer: UnsafeMutablePointer<sqlite3_vfs>
  private let layerName: UnsafeMutablePointer<CChar>?

  init(_ observer: any FileObserver) {
    layer = .allocate(capacity: 1)
    layerName = strdup(name)
    // The copy keeps the original's data, so functions that are not replaced work as before.
    layer.initialize(to: systemLayer.pointee)
    layer.pointee.zName = UnsafePointer(layerName)
    layer.pointee.pNext = nil
    layer.pointee.xOpen = { layer, path, file, flags, outFlags in
      openFiles.open(layer, path, file, flags, outFlags)
    }
    layer.pointee.xDelete = { layer, path, syncs in
      let code = openFiles.observer(of: layer).willDelete(path.map { String(cString: $0) } ?? "")
      return code == SQLITE_OK ? systemLayer.pointee.xDelete(systemLayer, path, syncs) : code
    }
    openFiles.add(layer, observer)
    sqlite3_vfs_register(layer, 0)
  }

  deinit {
    sqlite3_vfs_unregister(layer)
    openFiles.remove(layer)
    layer.deallocate()
    free(layerName)
  }
}

/// The system's layer, which SQLite has for as long as the process lives.
///
/// `nonisolated(unsafe)`: the pointer is set once, and SQLite may be called from any thread.
nonisolated(unsafe) private let systemLayer: UnsafeMutablePointer<sqlite3_vfs> = sqlite3_vfs_find(nil)

private let openFiles = OpenFiles()

/// Finds the observer behind the bare pointers that C hands over.
///
/// `@unchecked Sendable` because the tables are reached only under the lock.
private final class OpenFiles: @unchecked Sendable {
  private typealias File = (path: String, observer: any FileObserver, methods: UnsafePointer<sqlite3_io_methods>)

  private let lock = NSLock()
  private var observers: [UnsafeMutablePointer<sqlite3_vfs>: any FileObserver] = [:]
  private var files: [UnsafeMutablePointer<sqlite3_file>: File] = [:]
  private var tables: [UnsafePointer<sqlite3_io_methods>: UnsafePointer<sqlite3_io_methods>] = [:]

  func add(_ layer: UnsafeMutablePointer<sqlite3_vfs>, _ observer: any FileObserver) {
    lock.withLock { observers[layer] = observer }
  }

  func remove(_ layer: UnsafeMutablePointer<sqlite3_vfs>) {
    _ = lock.withLock { observers.removeValue(forKey: layer) }
  }

  func observer(of layer: UnsafeMutablePointer<sqlite3_vfs>?) -> any FileObserver {
    lock.withLock { observers[layer!]! }
  }

  func open(
    _ layer: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32, _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    let code = systemLayer.pointee.xOpen(systemLayer, path, file, flags, outFlags)
    guard code == SQLITE_OK, let path, let file, let methods = file.pointee.pMethods else { return code }
    lock.withLock {
      files[file] = (String(cString: path), observers[layer!]!, methods)
      file.pointee.pMethods = table(replacing: methods)
    }
    return code
  }

  func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
    let methods = lock.withLock { files.removeValue(forKey: file!)!.methods }
    file!.pointee.pMethods = methods
    return methods.pointee.xClose(file)
  }

  /// Asks the observer about a file, then calls the system's function.
  func ask(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ question: (any FileObserver, String) -> Int32,
    then call: (sqlite3_io_methods) -> Int32
  ) -> Int32 {
    let (path, observer, methods) = lock.withLock { files[file!]! }
    let code = question(observer, path)
    return code == SQLITE_OK ? call(methods.pointee) : code
  }

  private func table(
    replacing methods: UnsafePointer<sqlite3_io_methods>
  ) -> UnsafePointer<sqlite3_io_methods> {
    if let known = tables[methods] { return known }
    let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    table.initialize(to: methods.pointee)
    table.pointee.xClose = { openFiles.close($0) }
    table.pointee.xWrite = { file, bytes, count, offset in
      openFiles.ask(file) {
        $0.willWrite(UnsafeRawBufferPointer(start: bytes, count: Int(count)), at: Int(offset), of: $1)
      } then: {
        $0.xWrite(file, bytes, count, offset)
      }
    }
    table.pointee.xTruncate = { file, size in
      openFiles.ask(file) {
        $0.willTruncate(to: Int(size), of: $1)
      } then: {
        $0.xTruncate(file, size)
      }
    }
    table.pointee.xSync = { file, flags in
      openFiles.ask(file) {
        $0.willSync($1)
      } then: {
        $0.xSync(file, flags)
      }
    }
    tables[methods] = UnsafePointer(table)
    return UnsafePointer(table)
  }
}
