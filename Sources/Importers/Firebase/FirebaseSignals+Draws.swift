import SerinFlags

// The terms that look at chance and time.
extension FirebaseSignals {
  func percent(
    _ subject: FirebaseSubject, _ relation: String, _ operand: FirebaseOperand, _ path: String,
    _ draft: inout ImportDraft
  ) -> Formula {
    guard case .number(let number) = operand, let micro = FirebaseNumber.microPercent(number),
      let draw = draw(subject, path, &draft)
    else { return tooFine(path, &draft) }
    switch FirebaseTest.Relation(rawValue: relation) {
    case .lessOrEqual: return draw.atMost(micro)
    case .less: return draw.atMost(micro - 1)
    case .greater: return draw.above(micro)
    case .greaterOrEqual: return draw.above(micro - 1)
    case .equal, .notEqual, nil:
      draft.leaveOut(path, "a percentage cannot be compared with \(relation)")
      return .never
    }
  }

  func draw(_ subject: FirebaseSubject, _ path: String, _ draft: inout ImportDraft) -> FirebaseDraw? {
    draft.change(
      path,
      "Firebase does not publish how it draws for apps: the share stays, but other users are in it (in a server "
        + "template the same ones are)")
    return FirebaseDraw(seed: subject.argument ?? "")
  }

  func tooFine(_ path: String, _ draft: inout ImportDraft) -> Formula {
    draft.leaveOut(path, "is not a percentage with at most six decimals")
    return .never
  }

  /// How the time of the evaluation compares with an instant.
  func time(
    _ relation: String, _ operand: FirebaseOperand, _ path: String, _ draft: inout ImportDraft
  ) -> Formula {
    guard case .instant(let text, let zone) = operand else {
      draft.leaveOut(path, "the time cannot be compared with \(operand)")
      return .never
    }
    guard let instant = instant(text, zone, path, &draft) else { return .never }
    // Times are whole microseconds.
    let next = Timestamp(microseconds: instant.microseconds + 1)
    switch FirebaseTest.Relation(rawValue: relation) {
    case .less: return .condition(.now(.before, instant))
    case .lessOrEqual: return .condition(.now(.before, next))
    case .greater: return .condition(.now(.after, next))
    case .greaterOrEqual: return .condition(.now(.after, instant))
    case .equal, .notEqual, nil:
      draft.leaveOut(path, "the time cannot be compared with \(relation)")
      return .never
    }
  }

  /// The instant of a local time in a zone; without one it is that of Greenwich.
  func instant(_ text: String, _ zone: String?, _ path: String, _ draft: inout ImportDraft) -> Timestamp? {
    if let zone, !["UTC", "GMT", "Etc/UTC", "Etc/GMT", "Z"].contains(zone) {
      draft.leaveOut(path, "the time zone `\(zone)` needs its rules; write the time in UTC")
      return nil
    }
    guard let instant = Timestamp(parsing: text + "Z") ?? Timestamp(parsing: text) else {
      draft.leaveOut(path, "'\(text)' is not a time such as 2025-01-31T09:00:00")
      return nil
    }
    return instant
  }
}
