internal import Store

/// The right to use a store's folder, held until it goes away or the process ends, however it ends.
///
/// The lock belongs to what was opened, not to the process, so a second store on the same folder is refused in the same
/// process too. The file stays when the lock is released: removing it would let two processes lock two files. The folder
/// itself is locked as well, since somebody may remove the file by hand.
struct FolderLock: ~Copyable {
  private let file: OpenFile
  private let directory: OpenFile

  /// Takes the lock and writes the process's id into the file.
  ///
  /// - Throws: ``StoreError/locked(path:pid:)`` with the id of the process that has it, nil while that has not written
  ///   it yet.
  init(folder: StoreFolder) throws(StoreError) {
    let file = try OpenFile(path: folder.lockFile)
    let directory = try OpenFile(directory: folder.path)
    guard try directory.lock(), try file.lock() else {
      let owner = file.beginning().prefix { $0 != "\n" }
      throw .locked(path: folder.lockFile, pid: Int32(owner))
    }
    try file.replaceContents(with: "\(OpenFile.processID)\n")
    self.file = file
    self.directory = directory
  }

  /// Gives the right back.
  consuming func release() {}
}
