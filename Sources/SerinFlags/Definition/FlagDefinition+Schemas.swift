extension FlagDefinition {
  /// What the values of the flag have that the schemas of their properties do not allow.
  ///
  /// A document that is written new is checked as it is read; this is for a flag that was read as others wrote it.
  package var schemaIssues: [DocumentIssue] {
    let root = DocumentPath.member("flags", key)
    var issues: [DocumentIssue] = []
    for property in properties {
      guard let json = property.schema else { continue }
      let path = DocumentPath.member(DocumentPath.member(root, "properties"), property.name)
      do throws(DocumentError) {
        let schema = try PropertySchema(json: json, path: DocumentPath.member(path, "schema"))
        issues += schema.issues(of: property.default, path: DocumentPath.member(path, "default"))
        for variation in variations {
          guard let value = variation.properties[property.name] else { continue }
          let place = DocumentPath.member(DocumentPath.member(root, "variations"), variation.name)
          issues += schema.issues(
            of: value, path: DocumentPath.member(DocumentPath.member(place, "properties"), property.name))
        }
      } catch {
        issues += error.issues
      }
    }
    return issues
  }
}
