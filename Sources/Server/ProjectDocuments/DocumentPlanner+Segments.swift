import SerinFlags
import Store

extension DocumentPlanner {
  /// Plans segments that are new or different.
  mutating func planSegments() async throws(Problem) {
    let live = contents.segments.filter { $0.archivedAt == nil }
    let records = Dictionary(live.map { (ExactString($0.key), $0) }, uniquingKeysWith: { first, _ in first })
    let taken = Set(contents.segments.map { ExactString($0.key) })
    for segment in document.segments ?? [] {
      let record = records[ExactString(segment.key)]
      guard record != nil || !taken.contains(ExactString(segment.key)) else {
        problems.add(segment.path, SegmentService.deletedKey(segment.key), code: .conflict)
        assume(segment)
        continue
      }
      if let record, !record.kind.hasSameBytes(as: segment.kind.rawValue) {
        problems.add(segment.path + ".kind", "is \"\(record.kind)\" in this project; a segment's kind never changes")
        assume(segment)
        continue
      }
      try await plan(segment, over: record)
    }
  }

  private mutating func plan(
    _ segment: ProjectDocument.Segment, over record: SegmentRecord?
  ) async throws(Problem) {
    var edit = Edit(
      audit: caller.entry(
        record == nil ? "segment.create" : "segment.replace", "segment:\(segment.key)", reason: reason))
    var next =
      record
      ?? SegmentRecord(
        id: RecordID.make(prefix: "g_"), projectID: contents.project.id, key: segment.key, kind: segment.kind.rawValue)
    next.description = segment.description
    next.tags = segment.tags
    edit.segment = SegmentWrite(segment: next, expects: record.map { .version($0.version) } ?? .absent)
    let fields = StructuralDiff(from: record?.documentFields ?? [:], to: next.documentFields).changes
    if record == nil || !fields.isEmpty {
      parts.append(
        DocumentPlan.Part(kind: .segment, key: segment.key, action: record == nil ? .create : .update, changes: fields))
    }
    for (key, json) in segment.environments {
      let path = segment.path(in: key)
      guard let environment = environment(key) else {
        problems.add(path, noEnvironment(key))
        continue
      }
      let current = contents.view(ofSegment: segment.key, in: environment)
      if record != nil, let current, !current.item.isGone, current.entry.json == json { continue }
      guard let definition = try await definition(json, of: segment, in: environment) else {
        assume(segment)
        continue
      }
      do throws(Problem) {
        let place = Place(project: contents.project, environment: environment, environments: environments)
        let (single, _) = try FlagService.edit(
          definition, over: current, of: next, in: place, by: caller, reason: reason)
        guard let single else { continue }
        edit.items += single.items
      } catch {
        problems.add(error, at: path)
        continue
      }
      changes[environment.id, default: []].append(.segment(SegmentEntry(definition)))
      let old = current.flatMap { $0.item.isGone ? nil : $0.entry.json.objectValue }
      parts.append(
        DocumentPlan.Part(
          kind: .segment, key: segment.key, environment: key, action: old == nil ? .create : .update,
          changes: StructuralDiff(from: old ?? [:], to: definition.json.objectValue ?? [:]).changes))
    }
    if record == nil || !fields.isEmpty || !edit.items.isEmpty { edits.append(edit) }
  }

  /// Who belongs to a segment in an environment; nil when that is not good, which is among the problems then.
  private mutating func definition(
    _ json: JSONValue, of segment: ProjectDocument.Segment, in environment: EnvironmentRecord
  ) async throws(Problem) -> SegmentDefinition? {
    let path = segment.path(in: environment.key)
    let definition: SegmentDefinition
    do throws(DocumentError) {
      definition = try SegmentDefinition(json: json, key: segment.key, mode: .write, path: path)
    } catch {
      problems.add(Problem(error), at: path)
      return nil
    }
    guard segment.kind.allows(definition.condition) else {
      problems.add(path, "a segment of the kind \(segment.kind.rawValue) is \(segment.kind.rule)")
      return nil
    }
    let issues = try await flags.listIssues(of: definition, in: environment, path: path)
    for issue in issues { problems.add(issue.path, issue.message) }
    return issues.isEmpty ? definition : nil
  }

  /// Takes a segment for being there that something is wrong with, so that what refers to it is not reported too.
  private mutating func assume(_ segment: ProjectDocument.Segment) {
    for (key, json) in segment.environments {
      guard let environment = environment(key) else { continue }
      changes[environment.id, default: []].append(.segment(SegmentEntry(reading: json, key: segment.key)))
    }
  }

  /// What is wrong with a key that names no environment.
  func noEnvironment(_ key: String) -> String {
    "there is no environment \"\(key)\"; the project has "
      + environments.map(\.key).joined(separator: ", ") + "; name it under \"environments\" to make it"
  }
}
