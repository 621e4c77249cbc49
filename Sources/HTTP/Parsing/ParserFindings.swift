internal import CLLHTTP

/// What the parser's callbacks found out; llhttp carries a pointer to it.
///
/// Positions are offsets into the head of the request. The head may still lie in the chunk that is being parsed, so
/// a position is worked out from the chunk's address and never from a copy.
struct ParserFindings {
  /// Why a callback stopped the parser.
  enum Stop {
    case folded
    case tooManyFields
    case bodyTooLarge
  }

  private enum Last { case nothing, name, value }

  /// The fields of the head so far.
  var fields: [HTTPHeaders.Field] = []
  /// The decoded body so far, less what was taken out.
  var body: [UInt8] = []
  /// How many bytes of the body were taken out.
  private var taken = 0
  /// The reason for which a callback gave up.
  var stop: Stop?
  /// The first byte of the chunk that belongs to this head.
  var chunk: UnsafePointer<CChar>?
  /// How many bytes of the head came in earlier chunks.
  var earlier = 0
  /// Whether the head is over: fields that still come are trailers, which are not kept.
  var isInBody = false
  let fieldLimit: Int
  var bodyLimit = 0
  private var last = Last.nothing

  init(fieldLimit: Int) { self.fieldLimit = fieldLimit }

  /// Forgets the request, which has its fields and body now.
  mutating func reset() {
    fields = []
    body = []
    taken = 0
    stop = nil
    isInBody = false
    last = .nothing
  }

  /// How many bytes the body has so far.
  var bodyCount: Int { taken + body.count }

  /// Takes out what has come of the body.
  mutating func takeBody() -> [UInt8] {
    let bytes = body
    body = []
    taken += bytes.count
    return bytes
  }

  private func position(of bytes: UnsafePointer<CChar>) -> UInt32 {
    guard let chunk else { return 0 }
    return UInt32(truncatingIfNeeded: earlier + (bytes - chunk))
  }

  mutating func name(_ bytes: UnsafePointer<CChar>, _ count: Int) -> Int32 {
    guard !isInBody else { return 0 }
    let start = position(of: bytes)
    let end = start &+ UInt32(truncatingIfNeeded: count)
    if last == .name, fields[fields.count - 1].nameEnd == start {
      fields[fields.count - 1].nameEnd = end
      return 0
    }
    guard fields.count < fieldLimit else { return halt(.tooManyFields) }
    fields.append(HTTPHeaders.Field(nameStart: start, nameEnd: end, valueStart: 0, valueEnd: 0))
    last = .name
    return 0
  }

  mutating func value(_ bytes: UnsafePointer<CChar>, _ count: Int) -> Int32 {
    guard !isInBody, !fields.isEmpty else { return 0 }
    let start = position(of: bytes)
    let end = start &+ UInt32(truncatingIfNeeded: count)
    if last == .name {
      fields[fields.count - 1].valueStart = start
    } else if fields[fields.count - 1].valueEnd != start {
      // The value goes on, but not where it stopped: a line break lies in between.
      return halt(.folded)
    }
    fields[fields.count - 1].valueEnd = end
    last = .value
    return 0
  }

  /// A chunk that cannot fit is refused by its size, before its bytes have come.
  mutating func chunkBegins(_ size: UInt64) -> Int32 {
    size <= UInt64(max(0, bodyLimit - bodyCount)) ? 0 : halt(.bodyTooLarge)
  }

  mutating func bodyBytes(_ bytes: UnsafePointer<CChar>, _ count: Int) -> Int32 {
    guard count <= bodyLimit - bodyCount else { return halt(.bodyTooLarge) }
    body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
  }

  private mutating func halt(_ reason: Stop) -> Int32 {
    stop = reason
    return Int32(HPE_USER.rawValue)
  }
}
