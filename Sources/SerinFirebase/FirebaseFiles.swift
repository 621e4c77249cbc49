import Foundation
import Serin

/// Keeps the installation and what was fetched in two small files, for the app's eyes only.
///
/// Called on whatever thread the work is done on. A file that cannot be read or written costs a request, nothing more.
struct FirebaseFiles: Sendable {
  /// What there is in a place.
  enum Loaded: Sendable {
    case object(JSONObject)
    case nothing
    /// There may be something, but the system does not give the file out before the device was unlocked.
    case locked
  }

  /// What is kept.
  enum Place: String, Sendable {
    case installation = "firebase-installation.json"
    case config = "firebase-config.json"
  }

  private let folder: String?
  private let files: any StorageFiles
  private let app: JSONObject

  /// The version of the files' form; a file of any other is not used.
  private static let format = 1.0
  /// A larger file is not the source's: Firebase allows a million characters of values in a template.
  private static let maximumBytes = 8 * 1024 * 1024

  init(_ configuration: FirebaseSource.Configuration) {
    folder = configuration.folder?.path
    files = configuration.files
    app = ["project": .string(configuration.projectID), "app": .string(configuration.appID)]
  }

  /// What an earlier run left; nothing when it is damaged or of another app.
  func load(_ place: Place) -> Loaded {
    guard let folder else { return .nothing }
    let bytes: [UInt8]
    do throws(StorageError) {
      bytes = try files.read("\(folder)/\(place.rawValue)", limit: Self.maximumBytes)
    } catch {
      return error == .notPermitted ? .locked : .nothing
    }
    guard let object = try? JSONValue(parsing: bytes).objectValue, object["format"]?.numberValue == Self.format,
      object["of"]?.objectValue == app, let content = object["content"]?.objectValue
    else { return .nothing }
    return .object(content)
  }

  /// Puts this in place of what is there, in one go.
  func save(_ content: JSONObject, in place: Place) {
    guard let folder else { return }
    let object: JSONObject = ["format": .number(Self.format), "of": .object(app), "content": .object(content)]
    try? files.replace("\(folder)/\(place.rawValue)", with: JSONValue.object(object).serialized())
  }
}
