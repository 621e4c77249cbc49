import SerinFlags
import Store

extension SegmentService {
  /// The places of one environment that name a segment.
  struct Usage: Sendable {
    let environment: EnvironmentRecord
    let uses: [SegmentUse]
  }

  /// Where a segment is named, environment by environment in their order; those without any are left out.
  func usage(of key: String, in environments: [EnvironmentRecord]) -> [Usage] {
    environments.compactMap { environment in
      let uses = keeper.state.rulesets[environment.id]?.document.uses(ofSegment: key) ?? []
      return uses.isEmpty ? nil : Usage(environment: environment, uses: uses)
    }
  }

  /// Deletes a segment in the whole project.
  ///
  /// Its key stays taken. What its lists were stays on record, for the answers of the past.
  /// - Throws: 409 that names them while flags or segments of any environment refer to it, 404.
  func delete(_ key: String, in project: ProjectRecord, by caller: Caller, reason: String) async throws(Problem) {
    try await flags.changing(project) { () async throws(Problem) in
      for _ in 0..<FlagService.attempts {
        let record = try await record(key, in: project)
        let environments = keeper.state.environments(of: project)
        try checkUnused(key, in: environments)
        try await flags.checkNothingWaits(forSegment: key, in: project)
        var edit = Edit(audit: caller.entry("segment.delete", "segment:\(key)", reason: reason))
        edit.segment = SegmentWrite(segment: record, isArchived: true, expects: .version(record.version))
        for environment in environments {
          guard let item = try await item(key, in: environment), !item.isGone else { continue }
          edit.items.append(
            ItemWrite(
              environmentID: environment.id, kind: .segment, id: key, isGone: true, expects: .version(item.version)))
        }
        try flags.checkReach(of: [edit], by: caller, in: project, environments)
        do throws(Problem) {
          try await flags.commit(Change(chain: project.id, edits: [edit]))
          return
        } catch {
          if case .conflict? = error.storeError { continue }
          throw error
        }
      }
      throw Problem(.conflict, "segment \"\(key)\" is being changed by others all the time; try again")
    }
  }

  private func checkUnused(_ key: String, in environments: [EnvironmentRecord]) throws(Problem) {
    let usage = usage(of: key, in: environments)
    guard !usage.isEmpty else { return }
    let places = usage.map { "\($0.names.joined(separator: ", ")) in \($0.environment.key)" }
    throw Problem(
      .conflict,
      "segment \"\(key)\" cannot be deleted while others refer to it: \(places.joined(separator: "; ")); change those "
        + "first",
      errors: usage.flatMap { usage in
        usage.uses.map {
          DocumentIssue(path: "environments.\(usage.environment.key).\($0.path)", message: "refers to the segment")
        }
      })
  }
}

extension SegmentService.Usage {
  /// The flags and segments, each once, as a person calls them.
  fileprivate var names: [String] {
    var names: [String] = []
    for use in uses where !names.contains(use.owner) { names.append(use.owner) }
    return names
  }

  var json: JSONValue {
    .object(["environment": .string(environment.key), "uses": .array(uses.map(\.json))])
  }
}

extension SegmentUse {
  fileprivate var owner: String { flag.map { "flag \"\($0)\"" } ?? "segment \"\(segment ?? "")\"" }

  fileprivate var json: JSONValue {
    var object: JSONObject = ["path": .string(path)]
    if let flag { object["flag"] = .string(flag) }
    if let segment { object["segment"] = .string(segment) }
    if let rule { object["rule"] = .string(rule) }
    if let ruleName { object["ruleName"] = .string(ruleName) }
    return .object(object)
  }
}
