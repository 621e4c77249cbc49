import SerinFlags
import Server
import Store

// What only `serin serve` ends with; the numbers are those of sysexits.h.
extension ExitCode {
  /// The store or an address cannot be used.
  static let unavailable = ExitCode(rawValue: 69)
  /// Another process has the data folder.
  static let locked = ExitCode(rawValue: 75)
  /// A newer version wrote the data.
  static let newerSchema = ExitCode(rawValue: 76)
  /// The seed document or the master key is not usable.
  static let configuration = ExitCode(rawValue: 78)
}

extension CommandFailure {
  /// Why the store cannot be opened or read, and what to do about it.
  init(_ error: StoreError) {
    switch error {
    case .locked(let path, let pid):
      let who = pid.map { "process \($0)" } ?? "another process"
      self.init(
        exit: .locked, code: "locked",
        message: "\(who) has \(path) open; stop it first, or choose another --data folder")
    case .notWritable(let path, let reason):
      self.init(exit: .cannotCreate, code: "notWritable", message: "cannot write \(path): \(reason)")
    case .full(let reason):
      self.init(exit: .cannotCreate, code: "full", message: "the disk is full: \(reason)")
    case .schemaTooNew(let found, let supported):
      self.init(
        exit: .newerSchema, code: "schemaTooNew",
        message:
          "the data was written by a newer version of Serin (schema \(found); this one knows up to \(supported)); "
          + "it was left untouched")
    case .migrationAltered(let version):
      self.init(
        exit: .newerSchema, code: "migrationAltered",
        message: "migration \(version) on record is not the one this version knows; the data was left untouched")
    case .wrongKey(let path):
      self.init(
        exit: .configuration, code: "wrongKey",
        message: "\(path) was written under another master key; put the right master.key back beside it")
    case .damaged(let path, let reason):
      self.init(
        exit: .unavailable, code: "damaged", message: "\(path) is damaged (\(reason)); restore it from a backup")
    case .conflict, .notFound, .duplicate, .refused, .overLimit, .closed, .failed:
      self.init(exit: .unavailable, code: "store", message: "the store cannot be used: \(error)")
    }
  }

  /// Why the first start could not be done.
  ///
  /// - Parameters:
  ///   - problem: what is wrong.
  ///   - seed: the file of the seed document; nil when there is none.
  init(_ problem: Problem, seed: String?) {
    var message = problem.detail
    if let seed, !problem.errors.isEmpty {
      let count = problem.errors.count == 1 ? "1 problem" : "\(problem.errors.count) problems"
      message = "\(seed) cannot be the seed: \(count)"
    }
    self.init(
      exit: problem.status == 503 ? .unavailable : .configuration, code: problem.code.rawValue,
      message: message, issues: problem.errors.map { Issue(path: $0.path, message: $0.message) })
  }

  /// The same failure as one of the server's configuration.
  var asConfiguration: CommandFailure {
    var failure = self
    failure.exit = .configuration
    return failure
  }
}
