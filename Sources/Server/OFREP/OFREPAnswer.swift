import SerinFlags

/// One flag's answer in the OpenFeature Remote Evaluation Protocol (OFREP 0.3), rendered beforehand.
struct OFREPAnswer: Sendable {
  /// The HTTP status when it is the only answer of a request.
  let status: Int
  /// The JSON object.
  let body: [UInt8]

  /// The answer for an outcome.
  ///
  /// `variant`, `reason` and, on errors, `errorDetails` are always there: clients read them unconditionally.
  /// - Parameters:
  ///   - isDrawn: whether chance took part in the rule that decided (`SPLIT`).
  ///   - hasRules: whether the flag has rules at all; without any its answer is the same for everybody (`STATIC`).
  init(_ evaluation: Evaluation, isDrawn: Bool, hasRules: Bool) {
    guard evaluation.reason != .malformed else {
      self.init(
        key: evaluation.key, status: 400, errorCode: "PARSE_ERROR",
        errorDetails: "the flag's document is malformed; use the default in code")
      return
    }
    guard evaluation.reason != .undecided else {
      self.init(
        key: evaluation.key, status: 400, errorCode: "GENERAL",
        errorDetails: "the flag depends on what the user did, which is not known now; keep the value you have, or use "
          + "the default in code")
      return
    }
    var metadata: JSONObject = [:]
    for (name, value) in evaluation.properties { metadata[name] = Self.scalar(value) }
    // Written last: a property of the same name must not hide which rule decided.
    metadata["ruleId"] = .string(evaluation.ruleId)
    self.init(
      status: 200,
      body: [
        "key": .string(evaluation.key), "value": evaluation.value, "variant": .string(evaluation.variation),
        "reason": .string(Self.reason(evaluation, isDrawn: isDrawn, hasRules: hasRules)), "metadata": .object(metadata),
      ])
  }

  /// An error for one flag, or for a whole bulk request when `key` is nil.
  init(key: String?, status: Int, errorCode: String, errorDetails: String) {
    var object: JSONObject = ["errorCode": .string(errorCode), "errorDetails": .string(errorDetails)]
    object["key"] = key.map(JSONValue.string)
    self.init(status: status, body: object)
  }

  private init(status: Int, body: JSONObject) {
    self.status = status
    self.body = JSONValue.object(body).serialized()
  }

  /// Metadata holds scalars only, so JSON properties go in as their text.
  private static func scalar(_ value: JSONValue) -> JSONValue {
    switch value {
    case .bool, .number, .string: value
    case .null, .array, .object: .string(String(decoding: value.serialized(), as: UTF8.self))
    }
  }

  private static func reason(_ evaluation: Evaluation, isDrawn: Bool, hasRules: Bool) -> String {
    switch evaluation.reason {
    case .killed: "DISABLED"
    case .ruleMatched, .notDrawn: isDrawn ? "SPLIT" : "TARGETING_MATCH"
    case .noRule: hasRules ? "DEFAULT" : "STATIC"
    default: "UNKNOWN"
    }
  }
}
