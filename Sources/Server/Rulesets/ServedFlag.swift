import SerinFlags
import Store

/// A flag as the server serves it: compiled, with every answer it can give rendered beforehand.
///
/// Evaluation gives the index of an outcome, so that answering is copying bytes.
struct ServedFlag: Sendable {
  /// The flag's id, which names its item.
  let id: String
  let compiled: CompiledFlag
  /// One JSON object per outcome, without its closing brace, so that members can be added.
  let answers: [[UInt8]]
  /// One OFREP answer per outcome.
  let ofrep: [OFREPAnswer]

  /// Compiles an item; a document that this version does not understand makes a malformed flag, never a failure.
  init(_ item: ItemRecord) {
    id = item.id
    compiled = Self.compile(item)
    answers = compiled.outcomes.map { Array(JSONValue.object($0.answer).serialized().dropLast()) }
    ofrep = zip(compiled.outcomes, compiled.outcomeIsDrawn).map { [compiled] evaluation, isDrawn in
      OFREPAnswer(evaluation, isDrawn: isDrawn, hasRules: compiled.hasRules)
    }
  }

  private static func compile(_ item: ItemRecord) -> CompiledFlag {
    do throws(JSONError) {
      var object = try JSONValue(parsing: Array(item.document.utf8), options: .lenient).objectValue ?? [:]
      let key = object["key"]?.stringValue ?? item.id
      object["killed"] = .bool(item.isKilled)
      return CompiledFlag(FlagEntry(reading: .object(object), key: key))
    } catch {
      return .malformed(key: item.id, issues: [DocumentIssue(path: "flags", message: "\(error)")])
    }
  }
}

extension Evaluation {
  /// The evaluation as the evaluation API answers it.
  ///
  /// A malformed flag has only its key and the reason, so that the caller falls back to its own default.
  var answer: JSONObject {
    if reason == .malformed { return ["key": .string(key), "reason": .string(reason.rawValue)] }
    return [
      "key": .string(key), "kind": .string(kind?.rawValue ?? ""), "isEnabled": .bool(isEnabled),
      "ruleId": .string(ruleId), "variation": .string(variation), "reason": .string(reason.rawValue),
      "properties": .object(properties),
    ]
  }
}
