import SerinFlags
import Store

extension DocumentPlanner {
  /// What environments shall have of a flag that they do not have yet, by environment id.
  ///
  /// - Returns: nil when something is not good, which is among the problems then.
  mutating func definitions(
    of flag: ProjectDocument.Flag, over record: FlagRecord?
  ) throws(Problem) -> [String: FlagDefinition]? {
    let before = problems.all.count
    var definitions: [String: FlagDefinition] = [:]
    var shapes: [(path: String, types: JSONObject)] = []
    for (key, json) in try places(of: flag, record) {
      guard let environment = environment(key) else {
        problems.add(flag.path(in: key), noEnvironment(key))
        continue
      }
      let view: FlagView? = if let record { try contents.view(of: record, in: environment) } else { nil }
      let path = flag.path(in: key)
      if let view, isSame(json, of: flag, as: view) {
        shapes.append((path, FlagItem.propertyTypes(of: view.document)))
        continue
      }
      do throws(Problem) {
        let definition = try definition(of: flag, json, over: view, in: key)
        if let view { try FlagService.check(definition, inPlaceOf: view) }
        definitions[environment.id] = definition
        shapes.append((path, FlagItem.propertyTypes(of: definition.editable)))
      } catch {
        let refusal = error.moved { place(of: $0, in: flag, key) }
        problems.add(refusal, at: path)
        // It is there all the same, so that what refers to it is not reported too.
        note(flag.document(json), of: flag.key, in: environment)
      }
    }
    for shape in shapes.dropFirst() where shape.types != shapes[0].types {
      problems.add(
        shape.path + ".properties",
        "a flag has the same properties with the same types in every environment; \(shapes[0].path) has others")
    }
    return problems.all.count == before ? definitions : nil
  }

  /// What the document says for each environment; for a flag without any, what the first one has, so that the flag's own
  /// members are looked at.
  private func places(
    of flag: ProjectDocument.Flag, _ record: FlagRecord?
  ) throws(Problem) -> [(key: String, json: JSONObject)] {
    guard flag.environments.isEmpty, let record else { return flag.environments }
    guard let first = contents.environments.first, let view = try contents.view(of: record, in: first) else {
      return []
    }
    return [(key: first.key, json: view.document.inEnvironment)]
  }

  /// Whether the document says what is there, word for word; then nothing of it is looked at.
  private func isSame(_ json: JSONObject, of flag: ProjectDocument.Flag, as view: FlagView) -> Bool {
    guard json["killed"] != true || view.item.isKilled, flag.fields == view.flag.documentFields else { return false }
    var (mine, theirs) = (json, view.document.inEnvironment)
    mine.removeValue(forName: "killed")
    theirs.removeValue(forName: "killed")
    return mine == theirs
  }

  private func definition(
    of flag: ProjectDocument.Flag, _ json: JSONObject, over view: FlagView?, in environment: String
  ) throws(Problem) -> FlagDefinition {
    var document = flag.document(json)
    if let view { document = RuleIdentity.kept(document, from: view.document, key: flag.key) }
    var generator = DigestGenerator(seed: [version, flag.key, environment])
    return try FlagService.definition(
      flag.key, FlagDefinition.completing(json: .object(document), using: &generator))
  }

  /// The place in the project's document for a path that an edit of the flag in one environment was refused with.
  ///
  /// - Parameter environment: The environment's key; empty where the path says it.
  func place(of path: String, in flag: ProjectDocument.Flag, _ environment: String) -> String {
    for key in environments.map(\.key) {
      let prefix = "environments.\(key)."
      if path.utf8.starts(with: prefix.utf8) {
        return place(of: String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self), in: flag, key)
      }
    }
    guard let prefix = [flag.path, "flags.\(flag.key)", "document"].first(where: { path.utf8.starts(with: $0.utf8) })
    else { return path }
    let rest = String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    let isOwn = ProjectDocument.flagMembers.contains { name in
      rest.utf8.starts(with: ".\(name)".utf8)
        && rest.utf8.dropFirst(name.utf8.count + 1).first.map { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
          ?? true
    }
    return (isOwn || environment.isEmpty ? flag.path : flag.path(in: environment)) + rest
  }
}
