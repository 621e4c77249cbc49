extension ParsedArguments {
  /// The option's value as a whole number; nil when it has none.
  ///
  /// - Throws: a usage failure that names the option, the text and the range.
  func wholeNumber(_ option: OptionSpec, in range: ClosedRange<Int64>) throws(CommandFailure) -> Int64? {
    try converted(option, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
      Int64(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}
