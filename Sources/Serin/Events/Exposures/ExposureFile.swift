/// The file of a run's history of exposures: frames of sightings, in the order they happened.
enum ExposureFile {
  /// Appends sightings.
  static func append(_ sightings: [Sighting], to path: String, files: any StorageFiles) throws(StorageError) {
    try files.append(encode(sightings), to: path)
  }

  /// The sightings in a file; none when there is no such file.
  static func read(_ path: String, files: any StorageFiles) -> [Sighting] {
    guard let bytes = try? files.read(path, limit: maximumBytes) else { return [] }
    // A disk that was full for a moment may have torn a frame, and others follow it.
    return Frames.decodeAll(bytes).flatMap(decode)
  }

  /// One frame.
  private static func encode(_ sightings: [Sighting]) -> [UInt8] {
    Frames.encode(JSONValue.array(sightings.map { .object($0.json) }).serialized())
  }

  private static func decode(_ payload: [UInt8]) -> [Sighting] {
    let elements = (try? JSONValue(parsing: payload))?.arrayValue ?? []
    return elements.compactMap { Sighting(payload: $0) }
  }

  /// More than the longest history takes.
  private static let maximumBytes = 64 * 1024 * 1024
}

extension Sighting {
  /// Reads the form in files; nil for anything else.
  init?(payload: JSONValue) {
    guard let object = payload.objectValue, let sighting = try? Sighting(AnswerMembers(object: object, path: "")) else {
      return nil
    }
    self = sighting
  }
}
