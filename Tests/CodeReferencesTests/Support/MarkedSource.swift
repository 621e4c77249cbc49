import SerinFlags

@testable import CodeReferences

/// A source in which marks say what must be found: `⟦literal new_checkout⟧` stands right before the place.
///
/// The marks are taken out before the source is looked through, so that places are those of the source without them.
struct MarkedSource: Sendable {
  /// What a mark says, and where it stood.
  struct Mark: Hashable, Comparable, CustomStringConvertible {
    var file: String
    var line: Int
    var column: Int
    var word: String
    var flag: String

    var description: String { "\(file):\(line):\(column) \(word) \(flag)" }

    static func < (left: Mark, right: Mark) -> Bool {
      (left.file, left.line, left.column, left.flag) < (right.file, right.line, right.column, right.flag)
    }
  }

  let file: SourceFile
  let marks: Set<Mark>

  init(_ marked: String) {
    self.init("A.swift", marked)
  }

  init(_ path: String, _ marked: String) {
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
  var mark: MarkedSource.Mark {
    MarkedSource.Mark(file: file, line: line, column: column, word: kind.rawValue, flag: flag)
  }
}

extension Finding {
  /// The finding in the form of a mark; what is in no file has an empty one and line 0.
  var mark: MarkedSource.Mark {
    MarkedSource.Mark(
      file: place?.file ?? "", line: place?.line ?? 0, column: place?.column ?? 0, word: kind.rawValue, flag: flag)
  }
}

/// What was found and not marked, and what was marked and not found.
struct Difference: Equatable, CustomStringConvertible {
  var tooMuch: [MarkedSource.Mark]
  var missed: [MarkedSource.Mark]

  static let none = Difference(tooMuch: [], missed: [])

  init(tooMuch: [MarkedSource.Mark], missed: [MarkedSource.Mark]) {
    self.tooMuch = tooMuch
    self.missed = missed
  }

  init(found: [MarkedSource.Mark], marked: Set<MarkedSource.Mark>) {
    tooMuch = found.filter { !marked.contains($0) }
    missed = marked.subtracting(found).sorted()
  }

  var description: String { "too much: \(tooMuch), missed: \(missed)" }
}

/// Looks through marked sources.
func difference(_ sources: [MarkedSource], document: RulesetDocument? = nil) -> Difference {
  let scan = CodeScan(sources.map(\.file), document: document)
  return Difference(
    found: scan.references.map(\.mark), marked: sources.reduce(into: []) { $0.formUnion($1.marks) })
}

/// Looks through one marked source, beside one that declares the keys `newCheckout`, `darkMode` and `payments`.
func difference(_ marked: String) -> Difference {
  let keys = MarkedSource(
    "Keys.swift",
    """
    import Serin
    extension FlagKey {
      nonisolated static let newCheckout = FlagKey.release(
        ⟦declaration new_checkout⟧"new_checkout", owner: "shop", expires: "2027-03-01")
      nonisolated static let darkMode = ops(⟦declaration dark-mode⟧"dark-mode", default: false, owner: "design")
      nonisolated static let payments: FlagKey = .killSwitch(⟦declaration payments⟧"payments", owner: "shop")
    }
    """)
  return difference([keys, MarkedSource(marked)])
}
