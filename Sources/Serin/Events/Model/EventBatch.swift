import Foundation

/// Events of one device and version, as they are sent and stored: what they share stands there once.
struct EventBatch: Sendable, Hashable {
  let events: [EventRecord]

  /// What is known of the device and the app's version.
  var device: JSONObject { events.first?.device ?? [:] }

  /// Splits events, in order, so that all events of a batch are of the same device and version.
  static func batches(of events: [EventRecord]) -> [EventBatch] {
    var batches: [[EventRecord]] = []
    for event in events {
      if let device = batches.last?.first?.device, device == event.device {
        batches[batches.count - 1].append(event)
      } else {
        batches.append([event])
      }
    }
    return batches.map(EventBatch.init)
  }

  /// The members that files and requests have alike.
  var json: JSONObject {
    var places: [Exposure: Int] = [:]
    var table: [JSONValue] = []
    let events = events.map { event -> JSONValue in
      let numbers = event.exposures.map { exposure -> Int in
        if let place = places[exposure] { return place }
        places[exposure] = table.count
        table.append(.object(exposure.json))
        return table.count - 1
      }
      return .object(event.json(exposures: numbers))
    }
    var object: JSONObject = ["device": .object(device), "events": .array(events)]
    if !table.isEmpty { object["exposures"] = .array(table) }
    return object
  }

  /// The body of a request.
  ///
  /// - Parameters:
  ///   - now: The wall clock, so that the server can tell how wrong it is.
  ///   - dropped: How many events were lost since the last batch that arrived.
  func body(sentAt now: Date, dropped: Int) -> [UInt8] {
    var object = json
    object["sentAt"] = .number(now.milliseconds)
    if dropped > 0 { object["dropped"] = .number(Double(dropped)) }
    return JSONValue.object(object).serialized()
  }
}

extension EventBatch {
  /// Reads the members that files and requests have alike.
  init(_ object: JSONObject) throws(UnusableAnswer) {
    let members = AnswerMembers(object: object, path: "")
    let device = try members.object("device") ?? [:]
    var table: [Exposure] = []
    for (index, element) in (try members.array("exposures") ?? []).enumerated() {
      table.append(try Exposure(Self.members(element, "exposures[\(index)]")))
    }
    var events: [EventRecord] = []
    for (index, element) in (try members.array("events") ?? []).enumerated() {
      let members = try Self.members(element, "events[\(index)]")
      events.append(try EventRecord(members, table: table, device: device))
    }
    self.events = events
  }

  private static func members(_ json: JSONValue, _ path: String) throws(UnusableAnswer) -> AnswerMembers {
    guard case .object(let object) = json else { throw UnusableAnswer("\(path) is not an object") }
    return AnswerMembers(object: object, path: "\(path).")
  }
}
