import SerinLock

/// Which arms of which experiments were reported already, across launches.
///
/// Files are touched on the recorder's serial queue only.
final class ExperimentMemory: Sendable {
  private struct State: Sendable {
    /// Digests, the oldest first; nil before the file was read.
    var reported: [String]?
    /// Whether another process or client owns the file.
    var isReadOnly: Bool
  }

  private let path: String?
  private let files: any StorageFiles
  private let state: Lock<State>

  /// So many are remembered; the oldest makes room.
  static let maximumReports = 1000
  private static let maximumFileBytes = 256 * 1024

  /// Creates a memory, and touches no file yet.
  ///
  /// - Parameters:
  ///   - path: The file; nil remembers for the life of the process.
  ///   - isReadOnly: Whether another process owns the file.
  init(path: String?, isReadOnly: Bool, files: any StorageFiles) {
    self.path = path
    self.files = files
    state = Lock(State(isReadOnly: isReadOnly))
  }

  /// Remembers for the life of the process from now on.
  func stopWriting() {
    state.withLock { $0.isReadOnly = true }
  }

  /// Whether an arm was not reported yet.
  func isNew(_ experiment: String, arm: String, units: EventUnits) -> Bool {
    !load().contains(Self.digest(experiment, arm, units))
  }

  /// Remembers that an arm was reported.
  func remember(_ experiment: String, arm: String, units: EventUnits) {
    let reported = (load() + [Self.digest(experiment, arm, units)]).suffix(Self.maximumReports)
    let isReadOnly = state.withLock { state in
      state.reported = Array(reported)
      return state.isReadOnly
    }
    guard let path, !isReadOnly else { return }
    let document: JSONObject = ["format": 1, "reported": .array(reported.map { .string($0) })]
    // Without the file the arm is reported once more by the next run, which the server takes for one.
    try? files.replace(path, with: JSONValue.object(document).serialized())
  }

  private func load() -> [String] {
    if let reported = state.withLock(\.reported) { return reported }
    let bytes = path.flatMap { try? files.read($0, limit: Self.maximumFileBytes) } ?? []
    let document = try? JSONValue(parsing: bytes)
    let reported = document?["reported"]?.arrayValue?.compactMap(\.stringValue) ?? []
    state.withLock { $0.reported = reported }
    return reported
  }

  /// Only a digest leaves the process: no id of a person can be read from the file.
  private static func digest(_ experiment: String, _ arm: String, _ units: EventUnits) -> String {
    // The unit is the user where there is one: whoever signs in on another device is in the same arm.
    let unit = units.userID.map { "u\($0)" } ?? units.deviceID.map { "d\($0)" } ?? ""
    let text = [experiment, arm, unit].map { "\($0.utf8.count):\($0)" }.joined()
    return String(SHA256.hexDigest(of: Array(text.utf8)).prefix(32))
  }
}
