import CodeReferences
import Foundation

/// A folder of the file system, or a single file, that is looked through for Swift sources.
struct FileSourceFolder: SourceFolder {
  /// The largest source that is read; no person writes a larger one.
  static let fileLimit = 16 * 1024 * 1024

  /// Where it is, without a `/` at its end; the path of the folder that the file is in when one was named.
  let path: String
  /// The only file that counts, or nil for all.
  private let onlyFile: String?
  private let console: Console

  /// Finds a folder or file.
  ///
  /// - Throws: a usage failure when there is none of that path, or when the file is no Swift source.
  init(_ argument: String, console: Console) throws(CommandFailure) {
    self.console = console
    var trimmed = argument
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    guard let information = Self.status(of: trimmed, following: true) else {
      throw .usage("cannot read \(argument): \(SystemError.text(errno))")
    }
    if Self.isFolder(information) {
      path = trimmed
      onlyFile = nil
    } else {
      let (folder, name) = Self.parts(of: trimmed)
      // A tree leaves such files out; of one that was named it is said.
      guard Self.isFile(information), name.hasSuffix(".swift"), !name.hasPrefix(".") else {
        throw .usage("\(argument) is no Swift source: name a folder, or a file NAME.swift that is not hidden")
      }
      path = folder
      onlyFile = name
    }
  }

  /// The folder that a file is in, as its path names it, and its name.
  static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  func entries(in folder: String) throws(CommandFailure) -> [SourceEntry] {
    if let onlyFile { return [SourceEntry(name: onlyFile, isFolder: false)] }
    var entries: [SourceEntry] = []
    for name in try FolderNames.names(in: full(folder)) {
      switch name {
      case .text(let name):
        let information = Self.status(of: full(folder) + "/" + name, following: false)
        // What is gone meanwhile is no source any more.
        if let information { entries.append(SourceEntry(name: name, isFolder: Self.isFolder(information))) }
      case .bytes(let shown):
        try console.remark("\(full(folder))/\(shown) is left out: its name is not UTF-8")
      }
    }
    return entries
  }

  func contents(of file: String) throws(CommandFailure) -> [UInt8]? {
    guard let information = Self.status(of: full(file), following: true) else {
      try console.remark("\(full(file)) is left out: \(SystemError.text(errno))")
      return nil
    }
    guard Self.isFile(information) else {
      try console.remark("\(full(file)) is left out: it is no file")
      return nil
    }
    guard information.st_size <= Self.fileLimit else {
      try console.remark("\(full(file)) is left out: it is larger than \(Self.fileLimit / 1024 / 1024) MiB")
      return nil
    }
    console.progress.step()
    return try InputFile(path: full(file)).readAll(limit: Self.fileLimit)
  }

  private func full(_ below: String) -> String {
    if below.isEmpty { return path }
    return path == "/" ? "/" + below : path + "/" + below
  }

  private static func status(of path: String, following: Bool) -> stat? {
    var information = stat()
    let result = following ? stat(path, &information) : lstat(path, &information)
    return result == 0 ? information : nil
  }

  private static func isFolder(_ information: stat) -> Bool { information.st_mode & S_IFMT == S_IFDIR }

  private static func isFile(_ information: stat) -> Bool { information.st_mode & S_IFMT == S_IFREG }
}
