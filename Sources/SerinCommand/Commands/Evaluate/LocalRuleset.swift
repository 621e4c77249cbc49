import SerinFlags
import Server

/// A ruleset document of a file, ready to be evaluated here.
struct LocalRuleset {
  let compiled: CompiledRuleset
  /// What messages call it.
  private let name: String

  /// Reads the file; what cannot be decided in it is told about.
  init(named name: String, call: CommandCall) throws(CommandFailure) {
    self.name = name == "-" ? "the ruleset" : name
    call.console.progress.begin("reading \(self.name)")
    defer { call.console.progress.end() }
    let document = try call.ruleset(in: name, mode: .read)
    var compiled = CompiledRuleset(document)
    compiled.engine = .hardware
    self.compiled = compiled
  }

  /// The flags of some keys, or every flag when none are named, in the order of the keys.
  func flags(_ wanted: [String]) throws(CommandFailure) -> [CompiledFlag] {
    for key in wanted { _ = try flag(key) }
    let keys = compiled.keys.filter { key in
      wanted.isEmpty || wanted.contains { $0.utf8.elementsEqual(key.utf8) }
    }
    return keys.compactMap { compiled[$0] }
  }

  /// One flag.
  func flag(_ key: String) throws(CommandFailure) -> CompiledFlag {
    guard let flag = compiled[key] else { throw .notFound("there is no flag \"\(key)\" in \(name)") }
    return flag
  }

  /// Tells why some flags cannot be decided.
  func remark(on flags: [CompiledFlag], call: CommandCall) throws(CommandFailure) {
    for flag in flags {
      for issue in compiled.issues(of: flag) { try call.console.remark("malformed: \(issue.description)") }
    }
  }
}
