// How draws are shown in explanations.
extension Program {
  /// How a percentage came out.
  func trace(
    of result: DrawResult, _ draw: Int32, _ view: ProgramView, _ scope: EvaluationScope
  ) -> DrawTrace {
    let code = view.draws[Int(draw)]
    let source = drawSources[Int(draw)]
    return DrawTrace(
      attribute: attributeName(of: code, scope), unit: unitText(of: code, view, scope), salt: source.salt,
      draw: source.algorithm, number: result.number, range: range(of: code), threshold: result.threshold,
      isDrawn: result.isIn, isPastDeadline: result.isPastDeadline)
  }

  /// How a split came out.
  func trace(
    ofSplit number: UInt64?, _ draw: Int32, variation: String?, _ view: ProgramView,
    _ scope: EvaluationScope
  ) -> SplitTrace {
    let code = view.draws[Int(draw)]
    let source = drawSources[Int(draw)]
    return SplitTrace(
      attribute: attributeName(of: code, scope), unit: unitText(of: code, view, scope), salt: source.salt,
      draw: source.algorithm, number: number, range: range(of: code), variation: variation)
  }

  /// The attribute that the unit comes from; without a unit the one that is looked for first.
  private func attributeName(of code: DrawCode, _ scope: EvaluationScope) -> String {
    switch code.attribute {
    case AttributeIndex.userID: return "userID"
    case AttributeIndex.deviceID: return "deviceID"
    case AttributeIndex.unit: break
    default: return nameTexts[Int(code.attribute)]
    }
    guard let unit = scope.context.unit, let device = scope.context.id(AttributeIndex.deviceID) else { return "userID" }
    return unit == device ? "deviceID" : "userID"
  }

  private func unitText(of code: DrawCode, _ view: ProgramView, _ scope: EvaluationScope) -> String? {
    guard code.imported >= 0 else {
      return view.unit(of: code, scope).map { String(decoding: $0, as: UTF8.self) }
    }
    guard let slot = slot(of: code, in: view, scope) else { return nil }
    return importedDraws[Int(code.imported)].unit(of: scope.context.value(of: slot.pointee))
  }
}
