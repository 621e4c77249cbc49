/// How a percentage came out for a context.
struct DrawResult {
  /// The number, or nil when nothing was drawn: there is no unit, or it is nobody or everybody anyway.
  var number: UInt64?
  /// Numbers below this are in.
  var threshold: UInt64
  var isIn: Bool
  /// Whether it holds for every unit and without one.
  var isForAll: Bool
  /// Whether everybody is in because the deadline has passed.
  var isPastDeadline = false
}

extension Program {
  /// Draws for a percentage.
  ///
  /// Serin's own draw is exact at both ends: 0 is nobody and 100 everybody, also without a unit. The draws of other
  /// systems have their own rules there. From the deadline on it is everybody in any case.
  @inline(__always)
  func inclusion(
    _ draw: Int32, threshold: UInt64, deadline: Int64, in view: ProgramView, _ scope: EvaluationScope
  ) -> DrawResult {
    let code = view.draws + Int(draw)
    if scope.now >= deadline {
      return DrawResult(
        number: nil, threshold: range(of: code.pointee), isIn: true, isForAll: true, isPastDeadline: true)
    }
    if code.pointee.imported < 0, threshold == 0 || threshold >= UInt64(Draw.range) {
      return DrawResult(number: nil, threshold: threshold, isIn: threshold > 0, isForAll: true)
    }
    guard let number = number(code, in: view, scope) else {
      return DrawResult(number: nil, threshold: threshold, isIn: false, isForAll: false)
    }
    return DrawResult(number: number, threshold: threshold, isIn: number < threshold, isForAll: false)
  }

  /// The number that a context draws, or nil without a unit.
  @inline(__always)
  func number(
    _ code: UnsafePointer<DrawCode>, in view: ProgramView, _ scope: EvaluationScope
  ) -> UInt64? {
    guard code.pointee.imported < 0 else { return importedNumber(code.pointee, in: view, scope) }
    guard let unit = Self.unit(code.pointee, in: view, scope) else { return nil }
    let salt = view.bytes(at: code.pointee.salt, count: code.pointee.saltCount)
    return UInt64(Draw.number(salt: salt, unit: unit, engine: scope.engine))
  }

  /// The unit of one of Serin's own draws: a text that is not empty.
  @inline(__always)
  static func unit(
    _ code: DrawCode, in view: ProgramView, _ scope: EvaluationScope
  ) -> UnsafeBufferPointer<UInt8>? {
    if code.attribute == AttributeIndex.unit { return scope.context.unit?.pointee.text }
    guard let text = scope.context.slot(at: code.attribute, in: view)?.pointee.text, !text.isEmpty
    else { return nil }
    return text
  }

  /// How many different numbers a draw has.
  func range(of code: DrawCode) -> UInt64 {
    code.imported < 0 ? UInt64(Draw.range) : importedDraws[Int(code.imported)].range
  }

  @inline(never)
  private func importedNumber(_ code: DrawCode, in view: ProgramView, _ scope: EvaluationScope) -> UInt64? {
    let draw = importedDraws[Int(code.imported)]
    guard let slot = slot(of: code, in: view, scope) else { return draw.numberWithoutUnit }
    if let text = slot.pointee.text, !text.isEmpty { return draw.number(of: text) }
    guard let text = draw.unit(of: scope.context.value(of: slot.pointee)) else { return draw.numberWithoutUnit }
    return text.withBytes { draw.number(of: $0) }
  }

  /// The attribute that a draw of another system is drawn on; some of them know empty ids.
  func slot(
    of code: DrawCode, in view: ProgramView, _ scope: EvaluationScope
  ) -> UnsafePointer<AttributeSlot>? {
    if code.attribute >= 0 { return scope.context.slot(at: code.attribute, in: view) }
    guard code.attribute == AttributeIndex.unit else { return scope.context.id(code.attribute) }
    return scope.context.unit ?? scope.context.id(AttributeIndex.userID) ?? scope.context.id(AttributeIndex.deviceID)
  }
}
