import SerinFlags
import Store

/// Finds who changed members of a document last, from its newest version back.
///
/// It reads no more than it must, and at most ``reach`` versions: of what was changed longer ago, nobody is named.
struct MemberAuthors {
  /// How many versions are looked at.
  static let reach = 256

  /// Who changed each member last, as far as that is known.
  private(set) var found: [String: Authorship] = [:]
  private var wanted: Set<String>
  private var later: (number: Int64, document: JSONObject, author: Authorship)?

  /// Begins a search.
  init(of names: Set<String>) { wanted = names }

  /// Whether every member was found.
  var isDone: Bool { wanted.isEmpty }

  private mutating func compare(with document: JSONObject) {
    guard let later else { return }
    for name in wanted where later.document[name] != document[name] {
      wanted.remove(name)
      found[name] = later.author
    }
  }

  /// Looks at what was there before the first version.
  /// - Parameter first: The number of that version; nothing happens when the search did not come so far.
  mutating func addBase(_ document: JSONObject, after first: Int64) {
    if later?.number == first { compare(with: document) }
  }

  /// Looks at the versions of one half of a thing.
  /// - Parameters:
  ///   - versions: From the version that an edit started from to the one that there is now.
  ///   - read: Reads versions, newest first.
  ///   - step: The document that a version makes.
  mutating func search<Version: AuthoredVersion>(
    _ versions: ClosedRange<Int64>, read: (HistoryWindow) async throws(StoreError) -> [Version],
    step: (Version) throws(Problem) -> JSONObject
  ) async throws(Problem) {
    later = nil
    var next = versions.upperBound
    var left = Self.reach
    while !isDone, left > 0, next >= versions.lowerBound {
      let window = HistoryWindow(
        versions: versions.lowerBound...next, rows: min(left, HistoryWindow.pageRows))
      let found: [Version]
      do throws(StoreError) { found = try await read(window) } catch { throw Problem(error) }
      guard !found.isEmpty else { return }
      for version in found {
        let document = try step(version)
        compare(with: document)
        later = (version.number, document, version.author)
        next = version.number - 1
      }
      left -= found.count
    }
  }
}
