import Foundation
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

  /// The document without what is not part of an edit: being killed is not edited but switched.
  var editable: JSONObject {
    var editable = document
    editable.removeValue(forName: "killed")
    return editable
  }

  var versions: FlagVersions { FlagVersions(flag: flag.version, item: item.version) }

  var json: JSONValue {
    .object([
      "key": .string(flag.key), "id": .string(flag.id), "environment": .string(environment.key),
      "etag": .string(versions.text), "killed": .bool(item.isKilled), "archived": .bool(flag.archivedAt != nil),
      "updatedAt": .string(Instants.text(item.updatedAt)), "document": .object(document),
    ])
  }
}

/// The versions that an edit starts from: the flag's own fields' and its item's, written `"3.8"`.
struct FlagVersions: Sendable, Hashable {
  let flag: Int64
  let item: Int64

  init(flag: Int64, item: Int64) {
    self.flag = flag
    self.item = item
  }

  /// Reads an entity tag; nil when it is not one of ours.
  init?(parsing header: String) {
    var text = header[...]
    if text.hasPrefix("W/") { text = text.dropFirst(2) }
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return nil }
    let numbers = text.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 2, let flag = Int64(numbers[0]), let item = Int64(numbers[1]), flag > 0, item > 0 else {
      return nil
    }
    self.init(flag: flag, item: item)
  }

  var text: String { "\(flag).\(item)" }
  var entityTag: String { "\"\(text)\"" }
}

/// How instants are written in answers.
enum Instants {
  /// RFC 3339 in UTC with milliseconds.
  static func text(_ milliseconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
