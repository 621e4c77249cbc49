import SerinFlags
import Store

/// A flag in one environment with its versions, as the control API shows it.
struct FlagView: Sendable {
  let flag: FlagRecord
  let item: ItemRecord
  let environment: EnvironmentRecord
  /// The whole document, put together from both halves.
  let document: JSONObject

  init(flag: FlagRecord, item: ItemRecord, environment: EnvironmentRecord) throws(Problem) {
    self.flag = flag
    self.item = item
    self.environment = environment
    do throws(JSONError) { document = try FlagItem.flagDocument(item: item, flag: flag) } catch {
      throw Problem(.internalError, "the stored document of \"\(flag.key)\" cannot be read: \(error)")
    }
  }

  /// The document in the form that edits have, so that the two can be compared member by member.
  var editable: JSONObject {
    let definition = try? FlagDefinition(json: .object(document), key: flag.key, mode: .read)
    return (definition?.json.objectValue ?? document).editable
  }

  var versions: VersionPair { VersionPair(fields: flag.version, item: item.version) }

  var json: JSONValue { .object(members) }

  /// The same with its last use here.
  func json(_ uses: LastUses) -> JSONValue {
    var members = members
    members["lastEvaluatedAt"] = uses.lastUse(of: flag, in: environment).map { .string(Instants.text($0)) }
    return .object(members)
  }

  private var members: JSONObject {
    [
      "key": .string(flag.key), "id": .string(flag.id), "environment": .string(environment.key),
      "etag": .string(versions.text), "killed": .bool(item.isKilled), "archived": .bool(flag.archivedAt != nil),
      "state": .string(flag.lifecycle.rawValue),
      "updatedAt": .string(Instants.text(item.updatedAt)), "document": .object(document),
    ]
  }
}

extension FlagDefinition {
  /// The document as edits have it.
  var editable: JSONObject { (json.objectValue ?? [:]).editable }
}

extension JSONObject {
  /// A flag's document without what is switched rather than edited: being killed or archived.
  var editable: JSONObject {
    var editable = self
    editable.removeValue(forName: "killed")
    editable.removeValue(forName: "archived")
    return editable
  }
}
