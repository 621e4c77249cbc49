import SerinFlags
import Store

/// A flag as the server serves it: compiled, with every answer it can give rendered beforehand.
///
/// Evaluation gives the index of an outcome, so that answering is copying bytes. A flag whose answers would take more than
/// ``budget`` together (many rules, large properties) keeps none of them and renders each when it is asked for.
struct ServedFlag: Sendable {
  /// The flag's id, which names its item.
  let id: String
  let compiled: CompiledFlag
  private let rendered: [RenderedOutcome]

  /// How many bytes the answers of one flag may keep.
  static let budget = 1024 * 1024

  /// Compiles an item; a document that this version does not understand makes a malformed flag, never a failure.
  init(_ item: ItemRecord) {
    id = item.id
    compiled = Self.compile(item)
    var rendered: [RenderedOutcome] = []
    var size = 0
    for index in compiled.outcomes.indices {
      rendered.append(RenderedOutcome(index, of: compiled))
      size += rendered[index].size
      if size > Self.budget {
        rendered = []
        break
      }
    }
    self.rendered = rendered
  }

  /// The answers for an outcome.
  func answers(for outcome: Int) -> RenderedOutcome {
    rendered.isEmpty ? RenderedOutcome(outcome, of: compiled) : rendered[outcome]
  }

  private static func compile(_ item: ItemRecord) -> CompiledFlag {
    guard item.computedDigest == item.digest else {
      return .malformed(
        key: key(in: item), issues: [DocumentIssue(path: "", message: "the stored document does not match its digest")])
    }
    do throws(JSONError) {
      var object = try JSONValue(parsing: Array(item.document.utf8), options: .lenient).objectValue ?? [:]
      let key = object["key"]?.stringValue ?? item.id
      object["killed"] = .bool(item.isKilled)
      return CompiledFlag(FlagEntry(reading: .object(object), key: key))
    } catch {
      return .malformed(key: item.id, issues: [DocumentIssue(path: "", message: "\(error)")])
    }
  }

  /// The flag's key as far as it can be read, else its id.
  private static func key(in item: ItemRecord) -> String {
    let json = try? JSONValue(parsing: Array(item.document.utf8), options: .lenient)
    return json?["key"]?.stringValue ?? item.id
  }
}

/// The answers of one outcome as bytes.
struct RenderedOutcome: Sendable {
  /// The JSON object of the evaluation API without its closing brace, so that members can be added.
  let evaluation: [UInt8]
  /// The answer of OFREP.
  let ofrep: OFREPAnswer

  init(_ outcome: Int, of flag: CompiledFlag) {
    let evaluation = flag.outcomes[outcome]
    self.evaluation = Array(evaluation.json.serialized().dropLast())
    ofrep = OFREPAnswer(evaluation, isDrawn: flag.outcomeIsDrawn[outcome], hasRules: flag.hasRules)
  }

  /// How many bytes both take.
  var size: Int { evaluation.count + ofrep.body.count }
}
