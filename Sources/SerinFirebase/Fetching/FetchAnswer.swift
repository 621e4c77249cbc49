import Foundation
import Serin

/// What Remote Config said.
enum FetchAnswer: Sendable, Hashable {
  /// Other parameters than those that are held, or the first ones.
  case parameters(JSONObject, version: Int64?, entityTag: String?)
  /// What is held still holds.
  case unchanged
}

extension FetchAnswer {
  /// Judges an HTTP answer.
  ///
  /// - Throws: ``RequestFailure``.
  init(_ response: FlagResponse) throws {
    switch response.status {
    case 304: self = .unchanged
    case 200: try self.init(body: response)
    default: throw RequestFailure(refusedBy: "Firebase Remote Config", response)
    }
  }

  private init(body response: FlagResponse) throws {
    guard let object = try? JSONValue(parsing: response.body).objectValue else {
      throw RequestFailure.unusable("Firebase Remote Config's answer is not a JSON object")
    }
    switch object["state"]?.stringValue {
    case "NO_CHANGE": self = .unchanged
    case "UPDATE":
      // A member without content is left out on the wire.
      guard let entries = (object["entries"] ?? .object([:])).objectValue else {
        throw RequestFailure.unusable("the entries of Firebase Remote Config's answer are not an object")
      }
      self = .parameters(entries, version: Self.version(object), entityTag: response.header("ETag"))
    case "EMPTY_CONFIG", "NO_TEMPLATE":
      self = .parameters([:], version: Self.version(object), entityTag: response.header("ETag"))
    case nil: throw RequestFailure.unusable("Firebase Remote Config's answer has no state")
    case _?: throw RequestFailure.unusable("Firebase Remote Config's answer has an unknown state")
    }
  }

  /// The template's version, which the protocol writes as a text.
  private static func version(_ object: JSONObject) -> Int64? {
    guard let version = object["templateVersion"], let number = Int64(version.stringValue ?? version.text()) else {
      return nil
    }
    return number >= 0 ? number : nil
  }
}
