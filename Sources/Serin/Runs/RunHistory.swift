import Foundation

/// The last runs of the app and what follows from them; a small file, written anew at each start.
struct RunHistory: Sendable, Hashable {
  /// Newest first.
  private(set) var runs: [PastRun] = []
  /// The flags that are under suspicion of ending the app at its start, until the server answers.
  var suspects: Set<ExactString> = []

  /// So many runs are kept: enough for two in a row, and for one that could not report for a while.
  static let maximumRuns = 4
  static let maximumBytes = 1 << 20
  private static let formatVersion = 1

  /// Takes in the run before this one, unless it is there already.
  mutating func add(_ run: PastRun) {
    guard !runs.contains(where: { $0.token == run.token }) else { return }
    runs.insert(run, at: 0)
    runs.removeLast(max(0, runs.count - Self.maximumRuns))
  }

  /// Changes what is known of a run.
  mutating func change(_ token: String, _ body: (inout PastRun) -> Void) {
    if let index = runs.firstIndex(where: { $0.token == token }) { body(&runs[index]) }
  }

  /// The events of these runs are in the queue for sure.
  mutating func handOver(_ tokens: Set<String>) {
    for index in runs.indices where tokens.contains(runs[index].token) { runs[index].isHandedOver = true }
  }
}

extension RunHistory {
  /// The file's bytes.
  var bytes: [UInt8] {
    let json: JSONValue = [
      "format": .number(Double(Self.formatVersion)), "runs": .array(runs.map(\.json)),
      "suspects": .array(suspects.sorted().map { .string($0.string) }),
    ]
    return json.serialized()
  }

  /// Reads a file; nil when it is damaged or of another version.
  init?(parsing bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes), json["format"]?.numberValue == Double(Self.formatVersion),
      let runs = json["runs"]?.arrayValue, let suspects = json["suspects"]?.arrayValue
    else { return nil }
    self.runs = runs.compactMap(PastRun.init)
    self.suspects = Set(suspects.compactMap(\.stringValue).map(ExactString.init))
  }
}
