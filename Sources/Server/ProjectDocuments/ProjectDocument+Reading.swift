import SerinFlags
import Store

extension ProjectDocument {
  private static let members = ["schema", "project", "environments", "flags", "segments"]
  private static let environmentMembers = ["name", "position", "protected", "approvalsNeeded", "keepsContexts"]
  private static let segmentMembers = ["kind", "description", "tags", "environments"]

  /// Reads a document for a project; what cannot be read is left out and among the problems.
  init(_ json: JSONValue, for project: ProjectRecord, _ problems: inout DocumentProblems) {
    self.init(json: json)
    guard let object = json.objectValue else {
      problems.add("", "must be a JSON object, not \(Shown.json(json))")
      return
    }
    problems.addUnknown(in: object, at: "", allowed: Self.members)
    if object["schema"] != .number(Double(Self.schema)) {
      problems.add("schema", "must be \(Self.schema), the one that is known, not \(Shown.json(object["schema"]))")
    }
    name = Self.name(object, project, &problems)
    environments = Self.each("environments", of: object, &problems) { key, value, path, problems in
      problems.addUnknown(in: value, at: path, allowed: Self.environmentMembers)
      return Environment(key: key, fields: Self.fields(value, path, &problems))
    }
    flags = Self.each("flags", of: object, &problems) { key, value, path, problems in
      Self.flag(key, value, path, &problems)
    }
    segments = Self.each("segments", of: object, &problems) { key, value, path, problems in
      problems.addUnknown(in: value, at: path, allowed: Self.segmentMembers)
      return Self.segment(key, value, path, &problems)
    }
  }

  private static func name(
    _ object: JSONObject, _ project: ProjectRecord, _ problems: inout DocumentProblems
  ) -> String? {
    guard let member = object["project"] else { return nil }
    guard case .object(let member) = member else {
      problems.add("project", "must be a JSON object, not \(Shown.json(member))")
      return nil
    }
    problems.addUnknown(in: member, at: "project", allowed: ["key", "name"])
    if let key = member["key"], key.stringValue.map({ $0.hasSameBytes(as: project.key) }) != true {
      problems.add(
        "project.key",
        "\(key) is not \"\(project.key)\", where it is being applied; choose the other one, or remove the member")
    }
    guard let name = member["name"] else { return nil }
    guard let text = name.stringValue, (try? NameRules.name(text, path: "project.name")) != nil else {
      problems.add("project.name", "must be 1 to 200 bytes of text without control characters, not \(Shown.json(name))")
      return nil
    }
    return text
  }

  private static func fields(
    _ object: JSONObject, _ path: String, _ problems: inout DocumentProblems
  ) -> EnvironmentService.Fields {
    let body = ControlBody(reading: object)
    func value<Value>(_ read: () throws(Problem) -> Value?) -> Value? {
      do throws(Problem) { return try read() } catch {
        problems.add(error.moved { "\(path).\($0)" }, at: path)
        return nil
      }
    }
    return EnvironmentService.Fields(
      name: value { () throws(Problem) in try body.string("name") },
      position: value { () throws(Problem) in try body.integer("position", in: EnvironmentService.positions) },
      isProtected: value { () throws(Problem) in try body.boolean("protected") },
      approvalsNeeded: value { () throws(Problem) in
        try body.integer("approvalsNeeded", in: 1...EnvironmentService.maximumApprovals)
      },
      keepsContexts: value { () throws(Problem) in try body.boolean("keepsContexts") })
  }

  private static func flag(
    _ key: String, _ object: JSONObject, _ path: String, _ problems: inout DocumentProblems
  ) -> Flag? {
    problems.addUnknown(in: object, at: path, allowed: flagMembers.sorted() + ["environments"])
    var isArchived = false
    switch object["archived"] {
    case nil, .bool(false): break
    case .bool(true): isArchived = true
    case let other?: problems.add(path + ".archived", "must be true or false, not \(Shown.json(other))")
    }
    let places = each("environments", of: object, at: path, &problems) { environment, value, path, problems in
      for name in flagMembers where value[name] != nil {
        problems.add(DocumentPath.member(path, name), "belongs to the flag and not to one of its environments")
      }
      return (key: environment, json: value.inEnvironment)
    }
    var fields = object
    for name in fields.names where !flagMembers.contains(name) || name == "archived" {
      fields.removeValue(forName: name)
    }
    return Flag(key: key, fields: fields, isArchived: isArchived, environments: places ?? [])
  }

  private static func segment(
    _ key: String, _ object: JSONObject, _ path: String, _ problems: inout DocumentProblems
  ) -> Segment? {
    guard let kind = object["kind"]?.stringValue.flatMap(SegmentKind.init) else {
      let kinds = SegmentKind.allCases.map(\.rawValue).joined(separator: ", ")
      problems.add(path + ".kind", "must be one of: \(kinds); here it is \(Shown.json(object["kind"]))")
      return nil
    }
    var words: JSONObject = [:]
    do throws(Problem) {
      words = try SegmentFields.read(ControlBody(reading: object))
    } catch {
      problems.add(error.moved { "\(path).\($0)" }, at: path)
    }
    var places: [(key: String, json: JSONValue)] = []
    if let member = object["environments"] {
      guard case .object(let member) = member else {
        problems.add(path + ".environments", "must be a JSON object, not \(Shown.json(member))")
        return nil
      }
      places = member.sortedMembers.map { (key: $0.name, json: $0.value) }
    }
    return Segment(
      key: key, kind: kind, description: words["description"]?.stringValue ?? "",
      tags: words["tags"]?.arrayValue?.compactMap(\.stringValue) ?? [], environments: places)
  }

  /// Reads each object of a member, in the order of their keys; nil when there is no such member.
  private static func each<Part>(
    _ name: String, of object: JSONObject, at path: String = "", _ problems: inout DocumentProblems,
    _ read: (String, JSONObject, String, inout DocumentProblems) -> Part?
  ) -> [Part]? {
    guard let member = object[name] else { return nil }
    let path = DocumentPath.member(path, name)
    guard case .object(let members) = member else {
      problems.add(path, "must be a JSON object, not \(Shown.json(member))")
      return nil
    }
    var parts: [Part] = []
    for (key, value) in members.sortedMembers {
      let place = DocumentPath.member(path, key)
      guard case .object(let value) = value else {
        problems.add(place, "must be a JSON object, not \(Shown.json(value))")
        continue
      }
      if let part = read(key, value, place, &problems) { parts.append(part) }
    }
    return parts
  }
}
