/// Why a command did not do what was asked, in words and as an exit code.
struct CommandFailure: Error, Sendable, Hashable {
  /// One of several things that are wrong.
  struct Issue: Sendable, Hashable {
    /// Where, such as `flags.new_checkout.rules[1].rollout.percent`; empty when it is about the whole.
    var path: String
    var message: String
  }

  /// What the process ends with.
  var exit: ExitCode
  /// A short word for programs, such as `unreachable`; a server's answer keeps the server's word.
  var code: String
  /// What is wrong, and what to do about it where that is known.
  var message: String
  /// Where a person finds out more, on a line of its own.
  var advice: String?
  /// The single things that are wrong.
  var issues: [Issue] = []
  /// The HTTP status, when a server answered.
  var status: Int?

  /// A wrong command line.
  ///
  /// - Parameters:
  ///   - message: what is wrong with it.
  ///   - path: the words of the command whose help would tell; nil when the help says no more than the message.
  static func usage(_ message: String, helpFor path: [String]? = nil) -> CommandFailure {
    let advice = path.map { "Run \"\((["serin", "help"] + $0).joined(separator: " "))\" to see how it is used." }
    return CommandFailure(exit: .usage, code: "usage", message: message, advice: advice)
  }

  /// A file that cannot be written; what was there before is as it was.
  static func cannotWrite(_ reason: String) -> CommandFailure {
    CommandFailure(exit: .cannotCreate, code: "notWritable", message: reason)
  }

  /// Content that was refused on this side, before anything was sent.
  static func refused(_ message: String, issues: [Issue] = []) -> CommandFailure {
    CommandFailure(exit: .refused, code: "invalid", message: message, issues: issues)
  }

  /// Something that was named and is not there.
  static func notFound(_ message: String) -> CommandFailure {
    CommandFailure(exit: .notFound, code: "notFound", message: message)
  }

  /// Rights that the token at hand cannot have.
  static func notAuthorised(_ message: String) -> CommandFailure {
    CommandFailure(exit: .notAuthorised, code: "forbidden", message: message)
  }

  /// A server that cannot be reached or does not answer like one.
  static func unreachable(_ message: String, status: Int? = nil) -> CommandFailure {
    CommandFailure(exit: .unreachable, code: "unreachable", message: message, status: status)
  }
}
