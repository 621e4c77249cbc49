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

/// Serin's own draws need nothing but the plain memory. The program itself, which lies elsewhere in memory, is asked for
/// only when a draw is another system's.
extension ProgramView {
  /// Draws for a percentage.
  ///
  /// Serin's own draw is exact at both ends: 0 is nobody and 100 everybody, also without a unit. The draws of other
  /// systems have their own rules there. From the deadline on it is everybody in any case.
  @inline(__always)
  func inclusion(
    _ draw: Int32, threshold: UInt64, deadline: Int64, _ scope: EvaluationScope, of program: @autoclosure () -> Program
  ) -> DrawResult {
    let code = draws + Int(draw)
    let isImported = code.pointee.imported >= 0
    if scope.now >= deadline {
      let range = isImported ? program().range(of: code.pointee) : UInt64(Draw.range)
      return DrawResult(number: nil, threshold: range, isIn: true, isForAll: true, isPastDeadline: true)
    }
    if !isImported, threshold == 0 || threshold >= UInt64(Draw.range) {
      return DrawResult(number: nil, threshold: threshold, isIn: threshold > 0, isForAll: true)
    }
    guard let number = number(code, scope, of: program()) else {
      return DrawResult(number: nil, threshold: threshold, isIn: false, isForAll: false)
    }
    return DrawResult(number: number, threshold: threshold, isIn: number < threshold, isForAll: false)
  }

  /// The number that a context draws, or nil without a unit.
  @inline(__always)
  func number(
    _ code: UnsafePointer<DrawCode>, _ scope: EvaluationScope, of program: @autoclosure () -> Program
  ) -> UInt64? {
    guard code.pointee.imported < 0 else { return program().importedNumber(code.pointee, in: self, scope) }
    guard let unit = unit(of: code.pointee, scope) else { return nil }
    return UInt64(Draw.number(salt: salt(of: code.pointee), unit: unit, engine: scope.engine))
  }

  /// The unit of one of Serin's own draws: a text that is not empty.
  @inline(__always)
  func unit(of code: DrawCode, _ scope: EvaluationScope) -> UnsafeBufferPointer<UInt8>? {
    if code.attribute == AttributeIndex.unit { return scope.context.unit?.pointee.text }
    guard let text = scope.context.slot(at: code.attribute, in: self)?.pointee.text, !text.isEmpty else { return nil }
    return text
  }

  /// The salt of one of Serin's own draws.
  @inline(__always)
  func salt(of code: DrawCode) -> UnsafeBufferPointer<UInt8> { bytes(at: code.salt, count: code.saltCount) }
}

extension Program {
  /// How many different numbers a draw has.
  func range(of code: DrawCode) -> UInt64 {
    code.imported < 0 ? UInt64(Draw.range) : importedDraws[Int(code.imported)].range
  }

  /// The number that a context draws of another system, or nil without a unit.
  @inline(never)
  fileprivate func importedNumber(_ code: DrawCode, in view: ProgramView, _ scope: EvaluationScope) -> UInt64? {
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
