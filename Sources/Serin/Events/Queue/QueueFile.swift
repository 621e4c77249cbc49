/// The file of the waiting events: frames that say what came and what went, one after another.
///
/// A frame is a JSON object with any of `device`, `exposures` and `events` (see ``EventBatch``), `removed` (ids) and
/// `dropped` (how many events were lost and not reported, so far).
enum QueueFile {
  /// The frames for a change, or for the whole queue.
  static func encode(_ events: [EventRecord], removed: Set<EventID> = [], dropped: Int) -> [UInt8] {
    var objects = EventBatch.batches(of: events).map(\.json)
    if objects.isEmpty { objects = [[:]] }
    objects[0]["dropped"] = .number(Double(dropped))
    if !removed.isEmpty { objects[0]["removed"] = .array(removed.sorted().map { .string($0.text) }) }
    return objects.flatMap { Frames.encode(JSONValue.object($0).serialized()) }
  }

  /// What a file says.
  ///
  /// - Returns: Also whether all of it could be read; else it must be written anew before anything is appended.
  static func decode(_ bytes: [UInt8]) -> (queue: QueueState, isWhole: Bool) {
    let (payloads, length) = Frames.decode(bytes)
    var queue = QueueState()
    var isWhole = length == bytes.count
    for payload in payloads {
      guard let object = (try? JSONValue(parsing: payload))?.objectValue, let batch = try? EventBatch(object) else {
        isWhole = false
        continue
      }
      _ = queue.add(batch.events)
      let removed = object["removed"]?.arrayValue?.compactMap { $0.stringValue.flatMap(EventID.init) } ?? []
      queue.remove(Set(removed))
      if let dropped = object["dropped"]?.numberValue, dropped >= 0, dropped < 1e9 { queue.dropped = Int(dropped) }
    }
    return (queue, isWhole)
  }
}
