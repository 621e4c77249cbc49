import Foundation

/// What the recorder knows; it lives behind one lock.
struct RecorderState: Sendable {
  /// Where records go that must survive the process.
  enum Journal: Sendable {
    /// No file was made yet.
    case unopened
    case open(JournalRing)
    /// There is no folder, or none that may be written: events live as long as the process.
    case memory
  }

  /// Something recorded, until it is in the queue of events.
  struct Pending: Sendable {
    /// The record's number in the ring; nil when it is only in memory.
    let number: UInt64?
    let content: Content
    /// Whether the queue has the event in memory, though its file could not be written.
    var isQueued = false
  }

  enum Content: Sendable {
    case sighting(Sighting)
    case event(EventRecord)
  }

  var journal = Journal.unopened
  var pending: [Pending] = []
  /// What could not be recorded and was not counted in the queue yet.
  var lost = 0
  var impressions = ImpressionMarks()
  var history = ExposureHistory()
  var assignments = AssignmentMarks()
  /// The id of the present session.
  var session: String
  var hasSession = false
  /// Whether what is in the folder is this client's to pick up and remove.
  var ownsFolder = true
  var isDrainScheduled = false
  var isClosed = false
  /// Until that uptime no first reading is tried to be stored, since the last one could not be.
  var firstReadsPausedUntil = -TimeInterval.infinity
  weak var engine: FlagEngine?

  /// So many may wait where there is only memory; an extension's are never asked for there.
  private static let maximumPending = 1000

  init(session: String) {
    self.session = session
  }

  /// Stores a record so that it survives the process.
  ///
  /// - Returns: Whether it does, as far as anything can here.
  mutating func store(_ content: Content) -> Bool {
    switch journal {
    case .unopened:
      return false
    case .memory:
      guard pending.count < Self.maximumPending else { return false }
      pending.append(Pending(number: nil, content: content))
      return true
    case .open(let ring):
      let number: UInt64? =
        switch content {
        case .sighting(let sighting): ring.append(.sighting, JSONValue.object(sighting.json).serialized())
        case .event(let event): ring.append(.event, JSONValue.object(EventBatch(events: [event]).json).serialized())
        }
      guard let number else { return false }
      pending.append(Pending(number: number, content: content))
      return true
    }
  }
}

extension RecorderState.Content {
  /// What goes to the server, if anything does.
  func event(device: JSONObject) -> EventRecord? {
    switch self {
    case .event(let event): event
    case .sighting(let sighting): sighting.event(device: device)
    }
  }
}
