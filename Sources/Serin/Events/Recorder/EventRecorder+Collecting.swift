import Foundation
import SerinLock

extension EventRecorder {
  /// Picks up what runs that are over, and extensions, have left; off the caller's thread.
  func collect() {
    guard !isAppExtension, folder != nil else { return }
    serial.async { [self] in
      guard !isLocked, state.withLock({ !$0.isClosed && $0.ownsFolder }) else { return }
      collectFiles()
      if !queue.isEmpty { sender.wait() }
    }
  }

  /// On the serial queue.
  private func collectFiles() {
    guard let folder else { return }
    queue.load(at: clock.now)
    // What waits may have become too old while the app did not run.
    queue.append([], at: clock.now)
    guard let names = try? files.names(in: folder) else { return }
    for name in names.sorted() {
      let path = "\(folder)/\(name)"
      if name.hasSuffix(Self.batchSuffix) {
        collectBatch(path)
      } else if name.hasSuffix(Self.ringSuffix), let run = run(of: name), isOver(run) {
        collectRing(path, of: run)
      } else if name.hasSuffix(SystemFiles.temporarySuffix), name.hasPrefix(Self.queueName) {
        // Left behind by a process that ended while it wrote.
        try? files.remove(path)
      }
    }
    pruneHistories(names, in: folder)
  }

  private func run(of name: String) -> RunToken? {
    name.split(separator: ".").first.flatMap { RunToken(name: $0) }
  }

  private func isOver(_ run: RunToken) -> Bool {
    run != self.run && processes.isOver(run, at: clock.now)
  }

  private func collectBatch(_ path: String) {
    guard let bytes = try? files.read(path, limit: Self.maximumBatchBytes) else { return }
    let (left, _) = QueueFile.decode(bytes)
    // The queue leaves out what it has already, as after the app ended between these two lines.
    if queue.append(left.entries.map(\.event), at: clock.now) { try? files.remove(path) }
  }

  private func collectRing(_ path: String, of run: RunToken) {
    do throws(StorageError) {
      let contents = JournalLayout.read(try files.read(path, limit: JournalLayout.size))
      let (events, sightings) = Self.parse(contents)
      let isStored = queue.append(events, lost: Int(contents.refused), at: clock.now)
      if isStored, keep(sightings, of: run) { try files.remove(path) }
    } catch {
      // A file of another size is no ring.
      if error == .tooLarge { try? files.remove(path) }
    }
  }

  /// What the records of a ring say; what cannot be read is left out.
  private static func parse(_ contents: JournalContents) -> (events: [EventRecord], sightings: [Sighting]) {
    let device = (try? JSONValue(parsing: contents.device))?.objectValue ?? [:]
    var events: [EventRecord] = []
    var sightings: [Sighting] = []
    for record in contents.records {
      guard let json = try? JSONValue(parsing: record.payload), let object = json.objectValue else { continue }
      switch record.kind {
      case .event: events += (try? EventBatch(object))?.events ?? []
      case .sighting:
        guard let sighting = Sighting(payload: json) else { continue }
        sightings.append(sighting)
        if let event = sighting.event(device: device) { events.append(event) }
      }
    }
    return (events, sightings)
  }

  /// Adds to the history of a run that is over.
  private func keep(_ sightings: [Sighting], of run: RunToken) -> Bool {
    guard let folder, !sightings.isEmpty else { return true }
    let path = "\(folder)/\(run.name)\(Self.exposuresSuffix)"
    return (try? ExposureFile.append(sightings, to: path, files: files)) != nil
  }

  /// Removes the histories of all but the latest runs.
  private func pruneHistories(_ names: [String], in folder: String) {
    let runs = names.filter { $0.hasSuffix(Self.exposuresSuffix) }.compactMap { name in
      run(of: name).map { (name, $0) }
    }
    let old = runs.filter { isOver($0.1) }.sorted { $0.1.startedAt > $1.1.startedAt }.dropFirst(Self.maximumHistories)
    for (name, _) in old { try? files.remove("\(folder)/\(name)") }
  }

  /// So many histories of runs that are over are kept, the latest; who asks for an older one comes too late.
  static let maximumHistories = 8
  private static let maximumBatchBytes = 1024 * 1024
}

extension EventRecorder {
  /// What was exposed in a run, this one or an earlier one, in the order the flags were first seen.
  ///
  /// Reads at most two files; may be called on any thread.
  ///
  /// - Parameter name: The run's name, see ``RunToken/name``.
  func exposedFlags(ofRun name: String) -> [ExposedFlag] {
    if name == run.name { return state.withLock(\.history).exposed }
    guard let folder, RunToken(name: name) != nil else { return [] }
    // The ring first: its records go to the other file before it goes away.
    let rings = ((try? files.names(in: folder)) ?? []).filter { $0.hasPrefix(name) && $0.hasSuffix(Self.ringSuffix) }
    let fromRings = rings.flatMap { ring -> [Sighting] in
      guard let bytes = try? files.read("\(folder)/\(ring)", limit: JournalLayout.size) else { return [] }
      return Self.parse(JournalLayout.read(bytes)).sightings
    }
    let stored = ExposureFile.read("\(folder)/\(name)\(Self.exposuresSuffix)", files: files)
    // A record may be in both. The sort keeps the order of what happened in one millisecond.
    let all = (stored + fromRings).enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    var seen: Set<Sighting> = []
    return ExposureHistory(all.map(\.element).filter { seen.insert($0).inserted }).exposed
  }
}
