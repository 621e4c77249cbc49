/// Why generated source does not go to a file that is there: it would take the place of something else.
package enum OutputRefusal: Error, Sendable, Hashable {
  /// The file is also read, as the document or as the configuration.
  case isRead(String)
  /// The file does not say that it was generated.
  case isNotGenerated(String)

  /// Says why a file is not replaced; nil when it may be.
  ///
  /// - Parameters:
  ///   - file: The regular file; one that is not there is not asked about.
  ///   - content: What it holds.
  ///   - isRead: Whether what is generated comes from this very file.
  ///   - choices: What the command line says.
  package init?(of file: String, holding content: [UInt8], isRead: Bool, choices: GenerateChoices) {
    if isRead {
      self = .isRead(file)
    } else if !choices.replaces, !content.isEmpty, !GeneratedMark.isIn(content) {
      self = .isNotGenerated(file)
    } else {
      return nil
    }
  }

  /// Whether the command line is wrong whatever the file holds.
  package var isUsage: Bool {
    switch self {
    case .isRead: true
    case .isNotGenerated: false
    }
  }

  /// The reason, and what to do about it.
  package var message: String {
    let output = GenerateOption.output.dashed
    return switch self {
    case .isRead(let file): "\(output): \(file) is a file that is read; name another one"
    case .isNotGenerated(let file):
      "\(file) was not made by serin-codegen and is left alone; remove it, name another file with \(output), or give"
        + " \(GenerateOption.replace.dashed)"
    }
  }
}
