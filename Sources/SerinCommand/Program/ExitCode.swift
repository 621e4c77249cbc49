/// What the process ends with.
///
/// Each code has one meaning, so that CI can tell a finding from a document that is not valid. Codes below 64 are Serin's
/// own; those from 64 on are the ones of sysexits.h. The set is open: a command may end with a code of its own (a server
/// that cannot lock its data, say).
struct ExitCode: RawRepresentable, Sendable, Hashable {
  let rawValue: Int32

  /// Everything that was asked for is done.
  static let done = ExitCode(rawValue: 0)
  /// Something went wrong inside the program or the server.
  static let `internal` = ExitCode(rawValue: 1)
  /// Somebody else changed the same thing, or it is there already.
  static let conflict = ExitCode(rawValue: 2)
  /// The token is missing, unknown or not allowed to do this.
  static let notAuthorised = ExitCode(rawValue: 3)
  /// The server cannot be reached or is not ready: trying again later may help.
  static let unreachable = ExitCode(rawValue: 4)
  /// What was named does not exist.
  static let notFound = ExitCode(rawValue: 5)
  /// A check found something: what it looked at is valid, and not as it should be.
  static let findings = ExitCode(rawValue: 6)
  /// The command line is wrong, or names a file that cannot be read.
  static let usage = ExitCode(rawValue: 64)
  /// What was given is not valid: a document that was read, or what a server refused to take.
  static let refused = ExitCode(rawValue: 65)
  /// A file or folder cannot be created or written.
  static let cannotCreate = ExitCode(rawValue: 73)

  /// The codes that every command shares, for the help.
  static let documented: [(code: ExitCode, meaning: String)] = [
    (.done, "Done."),
    (.internal, "Internal error."),
    (.conflict, "Conflict: it exists already, or somebody else changed it."),
    (.notAuthorised, "Not authorised: the token is missing, unknown or may not do this."),
    (.unreachable, "Unreachable: no connection, a timeout, or the server is not ready."),
    (.notFound, "Not found."),
    (.findings, "A check found something."),
    (.usage, "Wrong command line, or a file that cannot be read."),
    (.refused, "Refused: a document, or what the server was sent, is not valid."),
    (.cannotCreate, "A file or folder cannot be written."),
  ]

  /// The code for a server's answer.
  ///
  /// - Parameter status: an HTTP status that is not a success.
  init(status: Int) {
    switch status {
    case 401, 403: self = .notAuthorised
    case 404: self = .notFound
    case 409, 412, 428: self = .conflict
    case 400, 413, 414, 422, 431: self = .refused
    case 300..<400, 408, 429, 502, 503, 504: self = .unreachable
    default: self = .internal
    }
  }

  /// A code that is not one of the shared ones.
  init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}
