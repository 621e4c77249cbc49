import SerinFlags
import Store

extension ProjectContents {
  /// The project as one document: everything of it but who may do what and what was done.
  ///
  /// Serialised it is the same bytes for the same contents. Of a list that is kept as hashes it has the digest and the count.
  /// - Throws: 500 when something stored cannot be read.
  func document() throws(Problem) -> JSONObject {
    var flagMembers: JSONObject = [:]
    for flag in flags {
      var member = flag.documentFields
      if flag.archivedAt != nil { member["archived"] = true }
      var places: JSONObject = [:]
      for environment in environments {
        guard let view = try view(of: flag, in: environment) else { continue }
        places[environment.key] = .object(view.document.inEnvironment)
      }
      member["environments"] = .object(places)
      flagMembers[flag.key] = .object(member)
    }
    var segmentMembers: JSONObject = [:]
    for segment in segments where segment.archivedAt == nil {
      var member = segment.documentFields
      var places: JSONObject = [:]
      for environment in environments {
        guard let view = view(ofSegment: segment.key, in: environment), !view.item.isGone else { continue }
        places[environment.key] = view.entry.json
      }
      member["environments"] = .object(places)
      segmentMembers[segment.key] = .object(member)
    }
    var environmentMembers: JSONObject = [:]
    for environment in environments { environmentMembers[environment.key] = .object(environment.documentFields) }
    return [
      "schema": .number(Double(ProjectDocument.schema)),
      "project": ["key": .string(project.key), "name": .string(project.name)],
      "environments": .object(environmentMembers), "flags": .object(flagMembers), "segments": .object(segmentMembers),
    ]
  }

  /// The revision of each environment, by key.
  var revisions: JSONObject {
    JSONObject(members: environments.map { ($0.key, JSONValue.number(Double($0.revision))) })
  }
}

extension EnvironmentRecord {
  /// What a project's document says of an environment.
  var documentFields: JSONObject {
    [
      "name": .string(name), "position": .number(Double(position)), "protected": .bool(isProtected),
      "approvalsNeeded": .number(Double(approvalsNeeded)), "keepsContexts": .bool(keepsContexts),
    ]
  }
}

extension FlagRecord {
  /// What a project's document says of a flag beside its environments and that it is archived.
  var documentFields: JSONObject {
    var object: JSONObject = ["kind": .string(kind), "owner": .string(owner)]
    if !description.isEmpty { object["description"] = .string(description) }
    if !tags.isEmpty { object["tags"] = .array(tags.map(JSONValue.string)) }
    if let expiresOn { object["expires"] = .string(expiresOn) }
    return object
  }
}

extension SegmentRecord {
  /// What a project's document says of a segment beside its environments.
  var documentFields: JSONObject {
    var object: JSONObject = ["kind": .string(kind)]
    if !description.isEmpty { object["description"] = .string(description) }
    if !tags.isEmpty { object["tags"] = .array(tags.map(JSONValue.string)) }
    return object
  }
}

extension JSONObject {
  /// A flag's document without what is the same in every environment.
  var inEnvironment: JSONObject {
    var object = self
    for name in ProjectDocument.flagMembers { object.removeValue(forName: name) }
    return object
  }
}
