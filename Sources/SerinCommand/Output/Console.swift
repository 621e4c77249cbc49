import SerinFlags

/// Where a command prints: data on one side, messages for people on the other.
///
/// With `--json` the data side carries nothing but JSON, and remarks are not printed at all. Data is collected and
/// written in larger pieces; ``flush()`` writes what is left.
final class Console {
  /// Whether JSON was asked for.
  var isJSON = false
  /// What marks up words on the data side.
  let style: Style
  /// Shows how far long work has come; what is printed takes its line away first.
  let progress: ProgressLine

  private let output: any ByteSink
  private let messages: any ByteSink
  private var pending: [UInt8] = []
  private static let pieceSize = 64 * 1024

  /// Creates a console.
  ///
  /// - Parameters:
  ///   - output: the data side, standard output.
  ///   - messages: the other side, standard error.
  ///   - style: whether words may be marked up.
  ///   - progress: what shows how far work has come.
  init(output: any ByteSink, messages: any ByteSink, style: Style, progress: ProgressLine = ProgressLine(terminal: nil))
  {
    self.progress = progress
    self.output = output
    self.messages = messages
    self.style = style
  }

  /// Prints a line of data.
  func print(_ line: String) throws(CommandFailure) {
    try write(Array(line.utf8) + [UInt8(ascii: "\n")])
  }

  /// Prints the one JSON document of a command, indented.
  func print(json: JSONValue) throws(CommandFailure) {
    try write(json.serialized(pretty: true) + [UInt8(ascii: "\n")])
  }

  /// Prints a JSON document that is written already, on a line of its own.
  func print(jsonBytes: [UInt8]) throws(CommandFailure) {
    try write(jsonBytes + [UInt8(ascii: "\n")])
  }

  /// Prints bytes as they are, which may be a part of a line.
  func print(bytes: [UInt8]) throws(CommandFailure) {
    try write(bytes)
  }

  /// Tells a person something that is no data; programs are spared it.
  func remark(_ text: String) throws(CommandFailure) {
    guard !isJSON else { return }
    try flush()
    try write("serin: " + text.printable + "\n", to: messages)
  }

  /// Asks a person something; the answer is typed behind it.
  func ask(_ question: String) throws(CommandFailure) {
    try flush()
    try write("serin: " + question.printable + " [y/N] ", to: messages)
  }

  /// Tells why a command failed, as text or as a problem document.
  ///
  /// A failure to write is not reported: there is nowhere left to report it.
  func report(_ failure: CommandFailure) {
    try? flush()
    let line = isJSON ? String(decoding: failure.problem.serialized(), as: UTF8.self) + "\n" : failure.text
    try? write(line, to: messages)
  }

  /// Writes what is collected.
  func flush() throws(CommandFailure) {
    guard !pending.isEmpty else { return }
    let bytes = pending
    pending = []
    try write(bytes, to: output)
  }

  private func write(_ bytes: [UInt8]) throws(CommandFailure) {
    pending += bytes
    if pending.count >= Self.pieceSize { try flush() }
  }

  private func write(_ text: String, to sink: any ByteSink) throws(CommandFailure) {
    try write(Array(text.utf8), to: sink)
  }

  private func write(_ bytes: [UInt8], to sink: any ByteSink) throws(CommandFailure) {
    progress.clear()
    do {
      try sink.write(bytes)
    } catch {
      throw CommandFailure(
        exit: .internal, code: "output", message: "cannot write the output: \(SystemError.text(error.number))")
    }
  }
}
