import SerinFlags

/// What a reader has put together so far.
///
/// Flags are read one after the other. While one is read, ``leaveOut(_:_:)`` may be called any number of times; the flag
/// is then not taken, and the findings say why.
struct ImportDraft {
  /// The source system, as rule ids and messages name it.
  let system: String
  /// Who answers for the imported flags.
  let owner: String
  private var findings = FindingList()
  var flags: [FlagEntry] = []
  private var taken: Set<ExactString> = []
  var segments: [SegmentDefinition] = []
  /// The keys of segments that are dropped unless something refers to them.
  var spares: Set<ExactString> = []
  var needs: [Need] = []
  /// What was said about the current flag.
  private var said: Set<ExactString> = []

  /// That a flag is decided by another one.
  struct Need {
    var flag: ExactString
    var other: ExactString
    var path: String
  }

  init(system: String, owner: String) {
    self.system = system
    self.owner = owner
  }

  /// Notes why the current flag cannot be imported.
  mutating func leaveOut(_ path: String, _ message: String) { findings.leaveOut(path, message) }

  /// Notes in what the current flag will differ; only once a flag for each message.
  mutating func change(_ path: String, _ message: String) {
    if isNew(message) { findings.changed(path, message) }
  }

  /// Notes something that decides no answer; only once a flag for each message.
  mutating func note(_ path: String, _ message: String) {
    if isNew(message) { findings.note(path, message) }
  }

  private mutating func isNew(_ message: String) -> Bool { said.insert(ExactString(message)).inserted }

  private mutating func begin() {
    findings.begin()
    said = []
  }

  /// Reads one flag and takes it when nothing forbids that.
  mutating func flag(_ key: String, at path: String, _ read: (inout ImportDraft) -> FlagDefinition?) {
    begin()
    let needsBefore = needs.count
    guard KeyGrammar.isValidImportedKey(key) else {
      leaveOut(path, "the key cannot be kept: \(KeyGrammar.importedRule)")
      return
    }
    guard !taken.contains(ExactString(key)) else {
      leaveOut(path, "there is another flag of this key in the document, and that one is imported")
      return
    }
    let definition = read(&self)
    guard let definition, !isLeftOut else {
      needs.removeSubrange(needsBefore...)
      return
    }
    guard let entry = findings.finish(definition, path: path) else {
      needs.removeSubrange(needsBefore...)
      return
    }
    do throws(DocumentError) {
      _ = try FlagDefinition(json: definition.json, key: key, mode: .write)
    } catch {
      note(path, "is read and evaluated, but could not be written new: \(Self.summary(of: error))")
    }
    flags.append(entry)
    taken.insert(ExactString(key))
  }

  /// Reads a part that several flags share; nil when something in it cannot be imported, as the findings then say.
  mutating func part<Part>(_ read: (inout ImportDraft) -> Part) -> Part? {
    begin()
    let part = read(&self)
    return isLeftOut ? nil : part
  }

  private static func summary(of error: DocumentError) -> String {
    let first = error.issues.first.map(\.description) ?? ""
    return error.issues.count > 1 ? "\(first) (and \(error.issues.count - 1) more)" : first
  }

  /// Whether the flag that is being read cannot be imported.
  var isLeftOut: Bool { findings.isLeftOut }

  /// Notes that the flag of a key is decided by another flag of the source.
  mutating func need(_ other: String, for flag: String, at path: String) {
    needs.append(Need(flag: ExactString(flag), other: ExactString(other), path: path))
  }

  /// Takes a segment, or says why it cannot be held.
  mutating func add(_ segment: SegmentDefinition, at path: String) -> Bool {
    do throws(DocumentError) {
      _ = try SegmentDefinition(json: segment.json, key: segment.key, mode: .read)
    } catch {
      leaveOut(path, "is beyond what a segment can hold: \(Self.summary(of: error))")
      return false
    }
    segments.append(segment)
    return true
  }

  /// Takes a segment that is kept only if something refers to it.
  mutating func addSpare(_ segment: SegmentDefinition, at path: String) -> Bool {
    spares.insert(ExactString(segment.key))
    return add(segment, at: path)
  }

  /// The import, once every flag was read.
  ///
  /// - Throws: ``DocumentError`` when there is more than a ruleset document can hold.
  mutating func finish() throws(DocumentError) -> Import {
    begin()
    leaveOutDependants()
    dropUnusedSpares()
    let document = RulesetDocument(
      flags: flags.sorted { $0.key.precedesInBytes($1.key) },
      segments: segments.map(SegmentEntry.init).sorted { $0.key.precedesInBytes($1.key) })
    _ = try RulesetDocument(json: document.json, mode: .read)
    return Import(document: document, findings: findings.findings)
  }
}
