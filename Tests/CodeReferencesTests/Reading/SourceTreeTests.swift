import Testing

@testable import CodeReferences

@Suite struct SourceTreeTests {
  /// A folder in memory: paths of files with what they hold.
  private struct MemoryFolder: SourceFolder {
    typealias Failure = Unreadable
    struct Unreadable: Error, Equatable { var path: String }

    var files: [String: String]
    var unreadable: String?

    func entries(in path: String) throws(Unreadable) -> [SourceEntry] {
      if path == unreadable { throw Unreadable(path: path) }
      let prefix = path.isEmpty ? "" : path + "/"
      let below = files.keys.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
      return Set(
        below.map { rest in
          SourceEntry(name: String(rest.prefix { $0 != "/" }), isFolder: rest.contains("/"))
        }
      ).sorted { $0.name > $1.name }
    }

    func contents(of path: String) -> [UInt8]? { files[path] == "large" ? nil : files[path].map { Array($0.utf8) } }
  }

  @Test func `Swift files are read in the order of their paths, and nothing that was built or fetched`() throws {
    let folder = MemoryFolder(
      files: [
        "Sources/B.swift": "b", "Sources/A/C.swift": "c", "A.swift": "a", "README.md": "r", "Sources/A.swift": "large",
        ".build/D.swift": "d", ".hidden.swift": "h", "Pods/E.swift": "e", "App/DerivedData/F.swift": "f",
        "node_modules/G.swift": "g", "Carthage/H.swift": "h", "App/build/I.swift": "i", "Package.swift/J.swift": "j",
      ])
    let files = try SourceTree.files(in: folder)
    #expect(files.map(\.path) == ["A.swift", "Package.swift/J.swift", "Sources/A/C.swift", "Sources/B.swift"])
    #expect(files.map { String(decoding: $0.bytes, as: UTF8.self) } == ["a", "j", "c", "b"])
  }

  @Test func `what is excluded is left out with all that is in it`() throws {
    let folder = MemoryFolder(files: ["A/B/C.swift": "", "A/BC.swift": "", "A/D.swift": "", "B/B.swift": ""])
    let files = try SourceTree.files(in: folder, excluding: ["A/B", "A/D.swift", "C"])
    #expect(files.map(\.path) == ["A/BC.swift", "B/B.swift"])
  }

  @Test func `what is excluded and is not there is told, unless it is left out with what it is in`() throws {
    let folder = MemoryFolder(files: ["A/B/C.swift": "", "build/D.swift": "", ".build/E.swift": "", "F.txt": ""])
    var unmatched: [String] = []
    let excluded = ["C", "A/B", "A/B/C.swift", "A/BC", "build/D.swift", ".build", "F.txt", "A/B/C", "F", ""]
    _ = try SourceTree.files(in: folder, excluding: excluded) { path throws(MemoryFolder.Unreadable) in
      unmatched.append(path)
    }
    #expect(unmatched == ["C", "A/BC", "F", ""])
  }

  @Test func `a folder that cannot be read ends it`() {
    let folder = MemoryFolder(files: ["A/B.swift": ""], unreadable: "A")
    #expect(throws: MemoryFolder.Unreadable(path: "A")) { try SourceTree.files(in: folder) }
  }
}
