import SerinFlags
import Store

/// What the names of projects, environments, people and tokens must be like, and what is said when they are taken.
enum NameRules {
  static func checkKey(_ key: String, path: String) throws(Problem) {
    guard KeyGrammar.isValidKey(key) else {
      throw Problem(path: path, message: "\"\(key)\" is not a key; \(KeyGrammar.rule)")
    }
  }

  /// A name that people read.
  static func name(_ name: String, path: String, maximumBytes: Int = 200) throws(Problem) -> String {
    guard (1...maximumBytes).contains(name.utf8.count),
      !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw Problem(
        path: path,
        message: "must be 1 to \(maximumBytes) bytes of text without control characters, not \(Shown.text(name))")
    }
    return name
  }

  /// Refuses to remove something that is not empty.
  ///
  /// - Parameter contents: What it still has, in words.
  static func checkEmpty(_ what: String, _ contents: [String]) throws(Problem) {
    guard !contents.isEmpty else { return }
    let shown = contents.prefix(5).joined(separator: ", ")
    let more = contents.count > 5 ? " and \(contents.count - 5) more" : ""
    throw Problem(.conflict, "\(what) is not empty: it has \(shown)\(more)")
  }

  /// What a failed change of names means to whoever asked for it.
  static func problem(_ error: StoreError) -> Problem {
    guard case .conflict(let conflict) = error, let found = conflict.found else { return Problem(committing: error) }
    return Problem(
      .preconditionFailed,
      "it was changed by somebody else meanwhile and is at version \(found) now; nothing was written",
      members: ["conflict": ["current": .string("\(found)")]])
  }
}
