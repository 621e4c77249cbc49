/// The body of a request while it arrives.
///
/// It belongs to one ``LoopWorker``, which alone reads and changes it.
final class IncomingBody {
  weak var connection: Connection?
  /// What has arrived and was not read yet.
  private(set) var unread: [UInt8] = []
  /// How many bytes have arrived in all.
  private(set) var received = 0
  /// Whether the end has arrived.
  private(set) var isComplete = false
  /// Why the end will not come.
  private(set) var failure: HTTPBodyStreamError?
  /// Whether somebody has asked for bytes.
  private(set) var isWanted = false

  /// From this many unread bytes on, no more are taken from the client.
  private let room: Int
  /// When the body became full; nil when it is not.
  private var heldSince: UInt64?
  /// How long the body was full in all, in the loop's milliseconds: time that the client is not to blame for.
  private var heldTime: UInt64 = 0
  private var readers: [CheckedContinuation<Void, Never>] = []

  init(of connection: Connection, room: Int) {
    self.connection = connection
    self.room = max(1, room)
  }

  /// Whether the client has to wait for the reader.
  var isFull: Bool { unread.count >= room }

  /// When the request must have come further.
  ///
  /// - Parameters:
  ///   - began: When the request began.
  ///   - time: What every request is given, in the loop's milliseconds.
  ///   - rate: The bytes a second that are enough to be given more time.
  func deadline(began: UInt64, time: UInt64, rate: Int) -> UInt64 {
    if let heldSince { return heldSince &+ time }
    return began &+ time &+ heldTime &+ UInt64(received) &* 1000 / UInt64(max(1, rate))
  }

  func append(_ piece: [UInt8], now: UInt64) {
    received += piece.count
    if unread.isEmpty { unread = piece } else { unread += piece }
    if isFull, heldSince == nil { heldSince = now }
    wakeReaders()
  }

  func complete() {
    isComplete = true
    wakeReaders()
  }

  func fail(_ error: HTTPBodyStreamError) {
    guard !isComplete, failure == nil else { return }
    failure = error
    wakeReaders()
  }

  /// Takes everything that is unread.
  func take(now: UInt64) -> [UInt8] {
    let bytes = unread
    unread = []
    if let since = heldSince {
      heldTime &+= now &- since
      heldSince = nil
    }
    return bytes
  }

  /// Waits until something has changed.
  func wait() async {
    isWanted = true
    await withCheckedContinuation { readers.append($0) }
  }

  func want() { isWanted = true }

  private func wakeReaders() {
    let waiting = readers
    readers = []
    for reader in waiting { reader.resume() }
  }
}
