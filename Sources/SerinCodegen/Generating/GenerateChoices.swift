package import SerinFlags

/// What a command line asks of the generator, whichever program it was given to.
package struct GenerateChoices: Sendable {
  /// A value that an option does not take.
  package struct ValueError: Error {
    /// The option, the value and what is allowed, in a sentence.
    package let message: String
  }

  /// The file that is written; nil for standard output.
  package let output: String?
  /// A file with the options; nil for the usual ones.
  package let configuration: String?
  /// The day on which flags count as expired or not; nil for today.
  package let day: CalendarDay?
  /// Overrides the configuration's access level.
  package let access: GeneratorOptions.AccessLevel?
  /// Overrides what the configuration makes of archived flags.
  package let archived: GeneratorOptions.ArchivedFlags?
  /// Whether a file that was not generated may be replaced.
  package let replaces: Bool

  /// Reads the options.
  ///
  /// - Parameter value: The text that an option was given, any for a switch; nil when it was not given.
  /// - Throws: ``ValueError`` for the first value that is not allowed.
  package init(_ value: (GenerateOption) -> String?) throws(ValueError) {
    output = value(.output).flatMap { $0 == "-" ? nil : $0 }
    replaces = value(.replace) != nil
    configuration = value(.configuration)
    access = try Self.read(.access, value) { .init(rawValue: $0) }
    archived = try Self.read(.archived, value) { .init(rawValue: $0) }
    day = try Self.read(.day, value) { CalendarDay($0) }
  }

  /// How flags are declared: as the command line says, else as the configuration does.
  ///
  /// - Parameter configuration: What the file says that ``configuration`` names; the usual options without one.
  package func options(over configuration: GeneratorOptions = GeneratorOptions()) -> GeneratorOptions {
    var options = configuration
    if let access { options.access = access }
    if let archived { options.archived = archived }
    return options
  }

  private static func read<Value>(
    _ option: GenerateOption, _ value: (GenerateOption) -> String?, _ convert: (String) -> Value?
  ) throws(ValueError) -> Value? {
    guard let text = value(option) else { return nil }
    guard let converted = convert(text) else {
      throw ValueError(message: "\(option.dashed): \"\(text)\" is not \(option.expected)")
    }
    return converted
  }
}
