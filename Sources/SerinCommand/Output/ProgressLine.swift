import Foundation
import SerinFlags

/// Shows on a terminal how far long work has come, on one line that is taken away again.
///
/// A pipe or a file never gets anything of it. The line is drawn ten times a second at the most, so that showing it costs
/// less than the work.
final class ProgressLine {
  private static let barWidth = 24
  private static let pause = 0.1
  private static let width = 78

  private let terminal: (any ByteSink)?
  private let now: () -> Double
  private var label: String?
  private var steps = 0
  private var isDrawn = false
  private var drawnAt = -Double.infinity

  /// Creates what shows progress.
  ///
  /// - Parameters:
  ///   - terminal: where it is shown; nil shows nothing.
  ///   - now: seconds of a clock that only goes forward.
  init(terminal: (any ByteSink)?, now: @escaping () -> Double = { ProcessInfo.processInfo.systemUptime }) {
    self.terminal = terminal
    self.now = now
  }

  /// Whether progress may be shown where messages go: on a terminal that can take a line away.
  static func isWanted(isTerminal: Bool, environment: [String: String]) -> Bool {
    isTerminal && environment["TERM"] != "dumb"
  }

  /// Begins with some work; what was shown of other work makes way.
  func begin(_ label: String) {
    self.label = label
    steps = 0
    drawnAt = -Double.infinity
    draw { "" }
  }

  /// One more step is done of work whose end is not known.
  func step() {
    steps += 1
    draw { "\(steps)" }
  }

  /// So many steps are done.
  func show(_ done: Int, of total: Int) {
    draw {
      let share = total > 0 ? Double(done) / Double(total) : 1
      let full = Int((share * Double(Self.barWidth)).rounded(.down))
      let bar = String(repeating: "#", count: full) + String(repeating: "-", count: Self.barWidth - full)
      return "[\(bar)] \(Int((share * 100).rounded(.down)))%"
    }
  }

  /// So many bytes are done of a number that is not known.
  func show(bytes: Int) {
    draw { "\(bytes / 1_000_000) MB" }
  }

  /// The work is done, or has failed.
  func end() {
    clear()
    label = nil
  }

  /// Takes the line away, so that something else can be printed; the work goes on.
  func clear() {
    guard isDrawn else { return }
    isDrawn = false
    try? terminal?.write(Array("\r\u{1B}[K".utf8))
  }

  /// A terminal that cannot be written to is no reason to stop the work.
  private func draw(_ state: () -> String) {
    guard let terminal, let label else { return }
    let instant = now()
    guard instant - drawnAt >= Self.pause else { return }
    drawnAt = instant
    isDrawn = true
    // A line that the terminal breaks could not be taken away whole.
    let text = ("serin: \(label) " + state()).printable.prefix(Self.width)
    try? terminal.write(Array("\r\u{1B}[K\(text)".utf8))
  }
}
