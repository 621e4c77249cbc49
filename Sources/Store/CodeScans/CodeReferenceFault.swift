internal import SerinFlags

/// Why a place is not kept.
package enum CodeReferenceFault: Sendable, Hashable, CaseIterable {
  /// The flag's key is none.
  case flag
  /// The file's path is empty, too long, or has control characters.
  case file
  /// The file's path leads out of the repository, or begins outside of it.
  case path
  /// The line is no line.
  case line
  /// The column is no column.
  case column
  /// The kind is not known.
  case kind
  /// The text of the line is too long or has U+0000 in it.
  case snippet

  /// The member that is wrong, as requests name it.
  package var member: String {
    switch self {
    case .flag: "flag"
    case .file, .path: "file"
    case .line: "line"
    case .column: "column"
    case .kind: "kind"
    case .snippet: "snippet"
    }
  }

  /// What is allowed, to be read behind the member's name.
  package var rule: String {
    switch self {
    case .flag: "must be a flag's key; \(KeyGrammar.importedRule)"
    case .file: "must be 1 to \(CodeReferenceLimits.fileBytes) bytes of text without control characters"
    case .path: "must be a path from the repository's root on, without \".\" and \"..\""
    case .line, .column: "must be a whole number from 1 to \(CodeReferenceLimits.number)"
    case .kind: "must be one of: \(CodeReferenceLimits.kinds.joined(separator: ", "))"
    case .snippet: "must be at most \(CodeReferenceLimits.snippetBytes) bytes of text without U+0000"
    }
  }
}

extension CodeReferenceRecord {
  /// Why the place is not kept; empty when it is good.
  package var faults: [CodeReferenceFault] {
    CodeReferenceFault.allCases.filter { fault in
      switch fault {
      case .flag: !KeyGrammar.isValidImportedKey(flagKey)
      case .file: !(1...CodeReferenceLimits.fileBytes).contains(file.utf8.count) || file.hasControlCharacter()
      case .path: !Self.staysInside(file)
      case .line: !(1...CodeReferenceLimits.number).contains(line)
      case .column: !(1...CodeReferenceLimits.number).contains(column)
      case .kind: CodeReferenceKind(rawValue: kind) == nil
      case .snippet: snippet.utf8.count > CodeReferenceLimits.snippetBytes || snippet.utf8.contains(0)
      }
    }
  }

  /// Whether a path has no part that leads elsewhere; an empty one has another fault.
  private static func staysInside(_ path: String) -> Bool {
    path.isEmpty
      || !path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).contains { part in
        part.isEmpty || part.elementsEqual(".".utf8) || part.elementsEqual("..".utf8)
      }
  }
}
