package import CodeReferences
import SerinFlags

/// A source in which marks say what must be found: `⟦literal new_checkout⟧` stands right before the place.
///
/// The marks are taken out before the source is looked through, so that places are those of the source without them.
package struct MarkedSource: Sendable {
  /// What a mark says, and where it stood.
  package struct Mark: Hashable, Comparable, CustomStringConvertible, Sendable {
    /// The file's path; empty for what is in no file.
    package var file: String
    /// The line, from 1; 0 for what is in no file.
    package var line: Int
    /// The byte of the line, from 1; 0 for what is in no file.
    package var column: Int
    /// What was found: a kind.
    package var word: String
    /// The flag's key.
    package var flag: String

    /// Creates a mark.
    package init(file: String, line: Int, column: Int, word: String, flag: String) {
      self.file = file
      self.line = line
      self.column = column
      self.word = word
      self.flag = flag
    }

    /// The mark on one line.
    package var description: String { "\(file):\(line):\(column) \(word) \(flag)" }

    /// Orders marks by their places, then by their flags.
    package static func < (left: Mark, right: Mark) -> Bool {
      (left.file, left.line, left.column, left.flag) < (right.file, right.line, right.column, right.flag)
    }
  }

  /// The source without the marks.
  package let file: SourceFile
  /// The marks.
  package let marks: Set<Mark>

  /// Reads a source that is called `A.swift`.
  package init(_ marked: String) {
    self.init("A.swift", marked)
  }

  /// Reads a source.
  package init(_ path: String, _ marked: String) {
    var bytes: [UInt8] = []
    var marks: Set<Mark> = []
    var rest = marked[...]
    while let start = rest.firstIndex(of: "⟦") {
      bytes += rest[..<start].utf8
      let end = rest[start...].firstIndex(of: "⟧") ?? rest.index(before: rest.endIndex)
      let words = rest[rest.index(after: start)..<end].split(separator: " ", maxSplits: 1).map(String.init)
      let lineStart = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      marks.insert(
        Mark(
          file: path, line: bytes.count { $0 == UInt8(ascii: "\n") } + 1, column: bytes.count - lineStart + 1,
          word: words[0], flag: words[1]))
      rest = rest[rest.index(after: end)...]
    }
    bytes += rest.utf8
    file = SourceFile(path: path, bytes: bytes)
    self.marks = marks
  }
}

extension CodeReference {
  /// The reference in the form of a mark.
  package var mark: MarkedSource.Mark {
    MarkedSource.Mark(file: file, line: line, column: column, word: kind.rawValue, flag: flag)
  }
}

extension Finding {
  /// The finding in the form of a mark; what is in no file has an empty one and line 0.
  package var mark: MarkedSource.Mark {
    MarkedSource.Mark(
      file: place?.file ?? "", line: place?.line ?? 0, column: place?.column ?? 0, word: kind.rawValue, flag: flag)
  }
}
