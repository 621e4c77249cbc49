/// Marks up words for a terminal, or leaves them as they are.
struct Style: Sendable {
  /// Whether marks are written.
  let isOn: Bool

  /// Text without marks.
  static let plain = Style(isOn: false)

  /// Decides from what the output is and from the variables.
  ///
  /// Marks are written only to a terminal, never when `NO_COLOR` is set to anything but an empty text (the rule of
  /// no-color.org), and never on a terminal that calls itself `dumb`.
  static func standard(isTerminal: Bool, environment: [String: String]) -> Style {
    let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return Style(isOn: isTerminal && !isRefused && environment["TERM"] != "dumb")
  }

  /// A heading.
  func bold(_ text: String) -> String { mark("1", text) }

  /// Something that is on or went well.
  func green(_ text: String) -> String { mark("32", text) }

  /// Something that is killed or went wrong.
  func red(_ text: String) -> String { mark("31", text) }

  /// Something less important.
  func dim(_ text: String) -> String { mark("2", text) }

  private func mark(_ code: String, _ text: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
