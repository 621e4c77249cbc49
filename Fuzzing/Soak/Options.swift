import Foundation

/// What the soak is told on its command line.
struct Options: Sendable {
  /// How many documents are made.
  var documents = 10_000_000
  /// What the documents are made from: the same number makes the same documents.
  var seed: UInt64 = 1
  /// The number of the first document; with a count of 1 it makes one document again.
  var first = 0
  /// How many threads share the work.
  var threads = ProcessInfo.processInfo.activeProcessorCount

  /// Reads the arguments; nil when they are not understood.
  init?(_ arguments: some Sequence<String>) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      if let documents = Int(argument), documents > 0 {
        self.documents = documents
        continue
      }
      guard let value = arguments.next().flatMap({ Int($0) }), value >= 0 else { return nil }
      switch argument {
      case "--seed": seed = UInt64(value)
      case "--first": first = value
      case "--threads" where value > 0: threads = value
      default: return nil
      }
    }
    guard !first.addingReportingOverflow(documents).overflow else { return nil }
  }
}
