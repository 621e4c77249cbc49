public import SerinFlags

/// Reads a Firebase Remote Config template, of the app's or of the server's kind.
///
/// Every parameter becomes a flag with the property `value`, and every conditional value a rule, in the order of the
/// template's list of conditions. See `docs/importing/firebase.md` for the attributes that stand for Firebase's signals.
public enum FirebaseImporter {
  /// Reads a template.
  ///
  /// - Parameters:
  ///   - json: The template as the REST API gives it.
  ///   - owner: Who answers for the imported flags; documents written new need one.
  /// - Throws: ``DocumentError`` when it is not such a document, or more than Serin can hold.
  public static func read(_ json: JSONValue, owner: String = "imported") throws(DocumentError) -> Import {
    let root = SourceNode(json)
    guard root["parameters"].value.objectValue != nil || root["parameterGroups"].value.objectValue != nil else {
      throw DocumentError(path: "parameters", message: "is missing: this is not a Remote Config template")
    }
    for name in ["parameters", "parameterGroups"] where !root[name].isAbsent {
      guard root[name].value.objectValue != nil else {
        throw DocumentError(path: name, message: "\(root[name].value.typeDescription) is not an object")
      }
    }
    guard root["conditions"].isAbsent || root["conditions"].value.arrayValue != nil else {
      throw DocumentError(path: "conditions", message: "\(root["conditions"].value.typeDescription) is not an array")
    }
    var draft = ImportDraft(system: "firebase", owner: owner)
    let conditions = FirebaseConditions(root["conditions"], &draft)
    func read(_ parameters: SourceNode, group: String?) {
      for (key, node) in parameters.members {
        draft.flag(key, at: node.path) { draft in
          FirebaseParameterReader(key: key, node: node, group: group, conditions: conditions).read(&draft)
        }
      }
    }
    read(root["parameters"], group: nil)
    for (name, group) in root["parameterGroups"].members {
      if group["parameters"].value.objectValue == nil { draft.note(group["parameters"].path, "is not an object") }
      read(group["parameters"], group: name)
    }
    return try draft.finish()
  }
}

/// The conditions of a template in their order.
struct FirebaseConditions {
  /// One condition that could be read.
  struct Entry {
    var name: String
    var proposition: Formula
  }

  /// Those that could be read.
  private(set) var entries: [Entry] = []
  private(set) var names: Set<ExactString> = []
  /// The names of the others; what uses them is left out.
  private(set) var unreadable: Set<ExactString> = []

  init(_ node: SourceNode, _ draft: inout ImportDraft) {
    var signals = FirebaseSignals()
    for condition in node.elements {
      guard let name = condition["name"].string else {
        draft.note(condition["name"].path, "is missing, so no parameter can use the condition")
        continue
      }
      let proposition = draft.part { draft in
        if !condition["condition"].isAbsent {
          return FirebaseServerCondition(condition["condition"]).proposition(&signals, &draft)
        }
        return signals.proposition(ofExpression: condition["expression"], &draft)
      }
      if let proposition {
        entries.append(Entry(name: name, proposition: proposition))
        names.insert(ExactString(name))
      } else {
        unreadable.insert(ExactString(name))
      }
    }
  }
}
