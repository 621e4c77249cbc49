import Foundation
import SerinLock

/// The device's id that the SDK mints: random, for this app on this device, and in no relation to any other id.
///
/// It is kept in a file of its own, by the application code only: the same for every user and environment, through sign-in
/// and sign-out. It is left out of backups, since a phone that was restored from one is another device; a file that was
/// deleted means a new device, too.
final class DeviceIdentity: Sendable {
  /// What there is.
  enum Found: Sendable, Hashable {
    /// The device's id, for good.
    case lasting(String)
    /// There may be an id, but it cannot be read now; meanwhile this one stands for it, in memory only.
    case temporary(String)
    /// None is wanted, or this process may not make one.
    case none
  }

  private let path: String?
  private let files: any StorageFiles
  private let mayMint: Bool
  private let mayWrite: Bool
  private let warning: StorageWarning
  private let log: @Sendable (FlagLogMessage) -> Void
  private let known: Lock<Found>

  /// Creates the access; reads nothing yet.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder that holds the folders of all applications; nil keeps nothing.
  ///   - mayMint: Whether an id is made when there is none.
  ///   - mayWrite: Whether this client may write to the folder; one that may not makes an id for its own memory.
  init(
    applicationCode: String, folder: String?, files: any StorageFiles, mayMint: Bool, mayWrite: Bool,
    warning: StorageWarning, log: @escaping @Sendable (FlagLogMessage) -> Void
  ) {
    path = folder.map { "\($0)/\(Self.folderName(applicationCode))/device" }
    self.files = files
    self.mayMint = mayMint
    self.mayWrite = mayWrite
    self.warning = warning
    self.log = log
    known = Lock(.none)
  }

  /// The id that stands in while the file cannot be read.
  var temporary: String? {
    if case .temporary(let id) = known.withLock({ $0 }) { id } else { nil }
  }

  /// The device's id, made now when there is none.
  ///
  /// Reads a small file and writes it at most once.
  ///
  /// - Parameter isLastTry: Whether a file that cannot be read now never will be; then the temporary id stays.
  func load(isLastTry: Bool = false) -> Found {
    let found = find(isLastTry: isLastTry)
    known.withLock { $0 = found }
    return found
  }

  private func find(isLastTry: Bool) -> Found {
    guard let path else { return mayMint ? .lasting(temporary ?? Self.newID()) : .none }
    do throws(StorageError) {
      if let id = Self.id(in: try files.read(path, limit: Self.maximumBytes)) { return .lasting(id) }
      log(FlagLogMessage(level: .info, text: "the file of the device's id is damaged; a new id is made"))
    } catch {
      switch error {
      case .notFound: break
      case .notPermitted where !isLastTry: return mayMint ? .temporary(temporary ?? Self.newID()) : .none
      // Making another one would turn a disk that fails for a moment into another device for good.
      case .notPermitted, .failed:
        guard mayMint else { return .none }
        warning("the device's id cannot be read, another one is kept in memory only: \(error)")
        return .lasting(temporary ?? Self.newID())
      case .tooLarge:
        log(FlagLogMessage(level: .info, text: "the file of the device's id is damaged; a new id is made"))
      }
    }
    guard mayMint else { return .none }
    // The temporary one was never on record, but the app may have seen it: better one id than two.
    return .lasting(mint(temporary ?? Self.newID(), at: path))
  }

  private func mint(_ id: String, at path: String) -> String {
    guard mayWrite else { return id }
    do throws(StorageError) {
      try files.replace(path, with: Self.bytes(of: id))
      excludeFromBackup(path)
      // Another process may have made one in the same instant; all of them take the one that stayed.
      return Self.id(in: try files.read(path, limit: Self.maximumBytes)) ?? id
    } catch {
      warning("flags and the device's id are kept in memory only, the storage cannot be written: \(error)")
      return id
    }
  }

  private func excludeFromBackup(_ path: String) {
    #if canImport(Darwin)
      var url = URL(fileURLWithPath: path)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      // When the system refuses, a restored phone goes on as the old device: bad for statistics, no reason to fail.
      try? url.setResourceValues(values)
    #endif
  }

  private static let maximumBytes = 1024

  private static func newID() -> String { UUID().uuidString.lowercased() }

  /// By a digest, since a code may hold what a file's name must not.
  static func folderName(_ applicationCode: String) -> String {
    "device-" + SHA256.hexDigest(of: Array(applicationCode.utf8)).prefix(32)
  }
}

extension DeviceIdentity {
  private static let formatVersion = 1.0

  private static func bytes(of id: String) -> [UInt8] {
    (["format": .number(formatVersion), "deviceID": .string(id)] as JSONValue).serialized()
  }

  /// The id in a file; nil when it is none that the SDK makes.
  static func id(in bytes: [UInt8]) -> String? {
    guard let json = try? JSONValue(parsing: bytes), json["format"]?.numberValue == formatVersion,
      let id = json["deviceID"]?.stringValue, UUID(uuidString: id) != nil
    else { return nil }
    return id
  }
}
