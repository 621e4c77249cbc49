import Foundation

/// An answer in effect, in memory: the server's, or that of a source of the app's own.
struct HeldAnswer: Sendable {
  /// The flags as they are read.
  let table: FlagTable
  let origin: FlagOrigin
  let epoch: Int64
  let revision: Int64
  /// The keys of broken flags; kept so that a renewed file has them, too.
  let malformed: [String]
  /// The server's mark of exactly these flags; nil when they are not one whole answer of the server.
  let validator: Validator?
  let stamp: ConfirmationStamp
  /// The flags that the latest answer, a partial one, left undecided; nil when the answer is whole.
  let undecided: Set<String>?
  /// Undecided flags that kept a value of an earlier answer, with that answer's stamp.
  let kept: [ExactString: ConfirmationStamp]

  var isPartial: Bool { undecided != nil }

  /// The uptime from which on the answer, or the oldest part of it, is not used.
  var expiresAt: TimeInterval { kept.values.map(\.expiresAt).reduce(stamp.expiresAt, min) }

  /// The same by the wall clock.
  var expiryDate: Date { kept.values.map(\.expiryDate).reduce(stamp.expiryDate, min) }

  /// The uptime from which on a flag of the answer is not used.
  func expiry(of key: ExactString) -> TimeInterval {
    (kept.isEmpty ? nil : kept[key]?.expiresAt) ?? stamp.expiresAt
  }

  /// Whether every part of the answer may be used.
  func isCurrent(at moment: Moment) -> Bool {
    stamp.isCurrent(at: moment) && kept.values.allSatisfy { $0.isCurrent(at: moment) }
  }
}

extension HeldAnswer {
  /// A whole answer that just arrived.
  init(
    _ answer: ServerAnswer, validator: Validator?, stamp: ConfirmationStamp, origin: FlagOrigin = .remote
  ) {
    self.init(
      table: FlagTable(answer.flags), origin: origin, epoch: answer.epoch, revision: answer.revision,
      malformed: answer.malformed, validator: validator, stamp: stamp, undecided: nil, kept: [:])
  }

  /// A whole answer of an earlier run.
  init(_ stored: StoredAnswer, seenAt moment: Moment) {
    self.init(
      table: FlagTable(stored.answer.flags), origin: .stored, epoch: stored.answer.epoch,
      revision: stored.answer.revision, malformed: stored.answer.malformed, validator: stored.validator,
      stamp: ConfirmationStamp(confirmedAt: stored.confirmedAt, seenAt: moment), undecided: nil, kept: [:])
  }

  /// A partial answer over what was in effect.
  ///
  /// Decided flags replace, undecided ones keep the value they had, and flags that are neither are gone. The result has no
  /// validator, since the server never gave it as a whole.
  init(
    partial answer: ServerAnswer, over earlier: HeldAnswer?, stamp: ConfirmationStamp, origin: FlagOrigin = .remote
  ) {
    let decided = answer.decidedKeys
    var flags = answer.flags
    var kept: [ExactString: ConfirmationStamp] = [:]
    for key in answer.undecided where !decided.contains(ExactString(key)) {
      guard let earlier, let flag = earlier.table.flag(key) else { continue }
      flags.append(flag)
      kept[ExactString(key)] = earlier.kept[ExactString(key)] ?? earlier.stamp
    }
    self.init(
      table: FlagTable(flags), origin: origin, epoch: answer.epoch, revision: answer.revision,
      malformed: answer.malformed, validator: nil, stamp: stamp, undecided: answer.undecided, kept: kept)
  }

  /// The same answer, confirmed by whom it is from.
  func confirmed(at stamp: ConfirmationStamp) -> HeldAnswer {
    let confirmer = origin == .stored ? .remote : origin
    let flags = confirmer == origin ? table : FlagTable(table.flags.map { $0.from(confirmer) })
    return HeldAnswer(
      table: flags, origin: confirmer, epoch: epoch, revision: revision, malformed: malformed, validator: validator,
      stamp: stamp, undecided: undecided, kept: kept)
  }

  /// What is left of the answer at that time; nil when nothing is.
  func withoutExpired(at moment: Moment) -> HeldAnswer? {
    let current = kept.filter { $0.value.isCurrent(at: moment) }
    let isDecidedCurrent = stamp.isCurrent(at: moment)
    let flags = table.flags.filter { flag in
      let key = ExactString(flag.key)
      return kept[key] == nil ? isDecidedCurrent : current[key] != nil
    }
    guard isDecidedCurrent || !flags.isEmpty else { return nil }
    // Where the decided flags are gone the kept ones' stamp is the only one left.
    let left = isDecidedCurrent ? stamp : current.values.max { $0.expiresAt < $1.expiresAt } ?? stamp
    return HeldAnswer(
      table: FlagTable(flags), origin: origin, epoch: epoch, revision: revision, malformed: malformed, validator: nil,
      stamp: left, undecided: undecided, kept: current)
  }

  /// What goes to the disk.
  var stored: StoredAnswer {
    StoredAnswer(
      answer: ServerAnswer(
        epoch: epoch, revision: revision, isPartial: false, undecided: [], flags: table.flags, malformed: malformed),
      confirmedAt: stamp.wall, validator: validator)
  }
}
