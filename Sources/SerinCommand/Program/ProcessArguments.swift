/// The words that the process was started with.
enum ProcessArguments {
  /// The words, the program's own name left out.
  ///
  /// - Throws: a usage failure for a word that is not UTF-8. The standard library would replace the bytes it cannot
  ///   read, and an id with other bytes is another id.
  static func words() throws(CommandFailure) -> [String] {
    var words: [String] = []
    for (index, pointer) in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
      .enumerated()
      .dropFirst()
    {
      guard let pointer, let word = String(validatingCString: pointer) else {
        throw .usage("argument \(index) is not UTF-8")
      }
      words.append(word)
    }
    return words
  }
}
