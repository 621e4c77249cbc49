import SerinFlags
import Store

extension PlannedOperation {
  /// The members that each operation takes beside its name.
  private static func members(of kind: Kind) -> [String] {
    switch kind {
    case .createFlag: ["flag", "document", "reuseKey", "reason", "acknowledge"]
    case .deleteFlag: ["flag", "acknowledge"]
    case .replaceFlag: ["flag", "patch", "document", "version"]
    case .killFlag, .unkillFlag, .archiveFlag, .unarchiveFlag, .undeleteFlag: ["flag"]
    case .restoreFlagVersion: ["flag", "version"]
    case .restoreSegmentVersion: ["segment", "version"]
    case .promoteFlags: ["from", "flags", "parts", "segments"]
    case .applyRuleset: ["document", "removeSegments"]
    }
  }

  /// Reads an operation: `{"operation": "killFlag", "flag": "new_checkout"}`.
  /// - Throws: 422 that names the members that are wrong, below `path`.
  init(_ json: JSONValue, path: String) throws(Problem) {
    guard let object = json.objectValue else {
      throw Problem(path: path, message: "must be an object with the member \"operation\", not \(Shown.json(json))")
    }
    do throws(Problem) {
      try self.init(object)
    } catch {
      guard !error.errors.isEmpty else { throw error }
      throw Problem(issues: error.errors.map { DocumentIssue(path: "\(path).\($0.path)", message: $0.message) })
    }
  }

  private init(_ object: JSONObject) throws(Problem) {
    guard let kind = object["operation"]?.stringValue.flatMap(Kind.init) else {
      let names = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(
        path: "operation", message: "must be one of: \(names); here it is \(Shown.json(object["operation"]))")
    }
    let body = try ControlBody(object, members: ["operation"] + Self.members(of: kind))
    switch kind {
    case .createFlag:
      self = .create(
        flag: try body.requiredString("flag"), document: try body.required("document"), reuse: try KeyReuse(body))
    case .replaceFlag: self = .replace(flag: try body.requiredString("flag"), try FlagPatch(body))
    case .killFlag, .unkillFlag: self = .setKilled(kind == .killFlag, flag: try body.requiredString("flag"))
    case .archiveFlag, .unarchiveFlag:
      self = .setArchived(kind == .archiveFlag, flag: try body.requiredString("flag"))
    case .deleteFlag, .undeleteFlag:
      self = .setDeleted(
        kind == .deleteFlag, flag: try body.requiredString("flag"),
        acknowledgesUse: try Acknowledgement.isRecentUse(body.string("acknowledge")))
    case .restoreFlagVersion:
      self = .restore(flag: try body.requiredString("flag"), try body.requiredVersion("version"))
    case .restoreSegmentVersion:
      self = .restoreSegment(try body.requiredString("segment"), try body.requiredVersion("version"))
    case .promoteFlags: self = .promote(try PlannedPromotion(body))
    case .applyRuleset:
      self = .apply(
        document: try body.required("document"), removedSegments: try body.strings("removeSegments") ?? [])
    }
  }

  /// The operation as it is stored and shown, in the form that is read.
  var json: JSONObject {
    var object: JSONObject = ["operation": .string(name)]
    switch self {
    case .create(let flag, let document, let reuse):
      object["flag"] = .string(flag)
      object["document"] = document
      if let reuse {
        object["reuseKey"] = true
        object["reason"] = .string(reuse.reason)
        if reuse.acknowledgesUse { object["acknowledge"] = .string(Acknowledgement.recentlyUsed.rawValue) }
      }
    case .replace(let flag, let patch):
      object["flag"] = .string(flag)
      switch patch.content {
      case .members(let members): object["patch"] = .object(members)
      case .document(let document): object["document"] = .object(document)
      }
      if let base = patch.base { object["version"] = .string(base.text) }
    case .setKilled(_, let flag), .setArchived(_, let flag): object["flag"] = .string(flag)
    case .setDeleted(_, let flag, let acknowledgesUse):
      object["flag"] = .string(flag)
      if acknowledgesUse { object["acknowledge"] = .string(Acknowledgement.recentlyUsed.rawValue) }
    case .restore(let flag, let versions):
      object["flag"] = .string(flag)
      object["version"] = .string(versions.text)
    case .restoreSegment(let segment, let versions):
      object["segment"] = .string(segment)
      object["version"] = .string(versions.text)
    case .promote(let promotion):
      object["from"] = .string(promotion.from)
      if let flags = promotion.flags { object["flags"] = .array(flags.map(JSONValue.string)) }
      object["parts"] = .array(promotion.parts.map(\.rawValue).sorted().map(JSONValue.string))
      object["segments"] = .bool(promotion.bringsSegments)
    case .apply(let document, let removed):
      object["document"] = document
      if !removed.isEmpty { object["removeSegments"] = .array(removed.map(JSONValue.string)) }
    }
    return object
  }
}

extension FlagPatch {
  fileprivate init(_ body: ControlBody) throws(Problem) {
    switch (body.object["patch"], body.object["document"]) {
    case (.object(let members)?, nil): content = .members(members)
    case (nil, .object(let document)?): content = .document(document)
    default:
      throw Problem(
        path: "patch",
        message: "must be an object with the members that change, or left out for the whole \"document\"; here it is "
          + "\(Shown.json(body.object["patch"])), and \"document\" is \(Shown.json(body.object["document"]))")
    }
    base = try body.version("version")
  }
}

extension PlannedPromotion {
  fileprivate init(_ body: ControlBody) throws(Problem) {
    from = try body.requiredString("from")
    flags = try body.strings("flags")
    parts = try Promotion.Part.set(body.strings("parts"))
    bringsSegments = try body.boolean("segments") ?? false
  }
}
