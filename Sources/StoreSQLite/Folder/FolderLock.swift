internal import Store

/// The right to use a store's folder, held until it goes away or the process ends, however it ends.
///
/// The lock belongs to the opened file, not to the process, so a second store on the same folder is refused in the same
/// process too. The file stays when the lock is released: removing it would let two processes lock two files.
struct FolderLock: ~Copyable {
  private let file: OpenFile

  /// Takes the lock and writes the process's id into the file.
  ///
  /// - Throws: ``StoreError/locked(path:pid:)`` with the id of the process that has it, nil while that has not written
  ///   it yet.
  init(folder: StoreFolder) throws(StoreError) {
    let file = try OpenFile(path: folder.lockFile)
    guard try file.lock() else {
      let owner = file.beginning().prefix { $0 != "\n" }
      throw .locked(path: folder.lockFile, pid: Int32(owner))
    }
    try file.replaceContents(with: "\(OpenFile.processID)\n")
    self.file = file
  }

  /// Gives the right back.
  consuming func release() {}
}
