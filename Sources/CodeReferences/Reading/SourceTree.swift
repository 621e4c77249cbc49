import SerinFlags

/// A folder of sources, as it is looked through: a folder of the file system, or one of a test.
package protocol SourceFolder {
  /// What is in a folder, in any order.
  ///
  /// - Parameter path: the folder's path below the root, with `/` between the parts; empty for the root itself.
  /// - Throws: what ends the reading.
  func entries(in path: String) throws(Failure) -> [SourceEntry]

  /// What a file holds; nil for one that is left out, such as one that is too large.
  func contents(of path: String) throws(Failure) -> [UInt8]?

  /// Why a folder or file cannot be read.
  associatedtype Failure: Error
}

/// A file or folder.
package struct SourceEntry: Sendable, Hashable {
  /// Its name.
  package var name: String
  /// Whether it is a folder; a link to one is none, since it could lead in a circle.
  package var isFolder: Bool

  /// Creates an entry.
  package init(name: String, isFolder: Bool) {
    self.name = name
    self.isFolder = isFolder
  }
}

/// Which files of a folder are an app's own sources.
package enum SourceTree {
  /// Folders that hold what was built or fetched.
  private static let leftOut: Set<String> = ["DerivedData", "Pods", "Carthage", "node_modules", "build"]
  /// The deepest folder that is looked into.
  private static let deepest = 64

  /// Reads every Swift file, in the order of the bytes of their paths.
  ///
  /// Hidden files and folders are left out, and so are folders with what was built or fetched.
  ///
  /// - Parameters:
  ///   - folder: where they are.
  ///   - excluded: paths below it that are left out with all that is in them.
  ///   - unmatched: hears, once all is read, of each of them that stands for nothing there.
  package static func files<Folder: SourceFolder>(
    in folder: Folder, excluding excluded: [String] = [], unmatched: (String) throws(Folder.Failure) -> Void = { _ in }
  ) throws(Folder.Failure) -> [SourceFile] {
    var waitingExclusions = excluded
    let excluded = Set(excluded.map(ExactString.init))
    var files: [SourceFile] = []
    var waiting = [(path: "", depth: 0)]
    while let next = waiting.popLast() {
      for entry in try folder.entries(in: next.path) {
        let path = next.path.isEmpty ? entry.name : next.path + "/" + entry.name
        let isLeftOut = entry.name.hasPrefix(".") || (entry.isFolder && leftOut.contains(entry.name))
        guard !isLeftOut, !excluded.contains(ExactString(path)) else {
          waitingExclusions.removeAll { $0.hasSameBytes(as: path) || $0.utf8.starts(with: (path + "/").utf8) }
          continue
        }
        if entry.isFolder {
          if next.depth < deepest { waiting.append((path, next.depth + 1)) }
        } else if entry.name.hasSuffix(".swift"), let bytes = try folder.contents(of: path) {
          files.append(SourceFile(path: path, bytes: bytes))
        }
      }
    }
    for path in waitingExclusions { try unmatched(path) }
    return files.sorted { $0.path.precedesInBytes($1.path) }
  }
}
