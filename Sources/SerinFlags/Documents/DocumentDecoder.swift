/// Walks a document, remembers where it is and collects every problem.
///
/// Paths are put together only when there is something to report, so that reading a sound document stays cheap.
struct DocumentDecoder {
  let mode: DocumentMode
  let limits: DocumentLimits
  private let root: String
  private var steps: [Step] = []
  private var findings: [Finding] = []

  /// The names of the flag's variations, once they are known; references to others are problems.
  var variationNames: Set<ExactString>?
  /// The names of the flag's properties, once they are known; references to others are problems.
  var propertyNames: Set<ExactString>?
  /// The types of those properties that are sound.
  var propertyTypes: [ExactString: PropertyType] = [:]
  /// The schemas of those properties that have a sound one, when a document is written new.
  var propertySchemas: [ExactString: PropertySchema] = [:]
  /// How many comparisons the current rule has so far.
  var conditionCount = 0
  /// How many states the patterns have so far.
  var patternStates = 0
  /// Whether the current conditions are those of a segment.
  var isInSegment = false

  /// One step down from a value to a value inside it.
  private enum Step {
    case member(String, position: Int)
    case element(Int)
  }

  private struct Finding {
    var order: [Int]
    var issue: DocumentIssue
  }

  /// Far more than are ever shown; it only bounds the memory that a hostile document can take.
  private static let maximumFindings = 1000

  init(mode: DocumentMode, root: String) {
    self.mode = mode
    self.root = root
    limits = DocumentLimits(mode)
  }

  /// Notes a problem of the current value.
  mutating func report(_ message: String) {
    guard findings.count < Self.maximumFindings else { return }
    var path = root
    var order: [Int] = []
    for step in steps {
      switch step {
      case .member(let name, let position):
        path = DocumentPath.member(path, name)
        order.append(position)
      case .element(let index):
        path = DocumentPath.element(path, index)
        order.append(index)
      }
    }
    findings.append(Finding(order: order, issue: DocumentIssue(path: path, message: message)))
  }

  /// Takes over the problems of a part that was decoded on its own, as problems of the current value.
  mutating func adopt(_ issues: [DocumentIssue]) {
    let order = steps.map { step in
      switch step {
      case .member(_, let position): position
      case .element(let index): index
      }
    }
    findings += issues.prefix(Self.maximumFindings - findings.count).map { Finding(order: order, issue: $0) }
  }

  var isSound: Bool { findings.isEmpty }

  /// The problems in document order.
  var issues: [DocumentIssue] {
    let sorted = findings.enumerated().sorted { left, right in
      if left.element.order == right.element.order { return left.offset < right.offset }
      return left.element.order.lexicographicallyPrecedes(right.element.order)
    }
    return sorted.map(\.element.issue)
  }

  /// Does something with a member's value as the current value; the value is nil when the member is missing.
  mutating func member<Value>(
    _ name: String, of object: JSONObject, _ body: (inout DocumentDecoder, JSONValue?) -> Value
  ) -> Value {
    let position = object.position(ofName: name)
    steps.append(.member(name, position: position ?? object.count))
    defer { steps.removeLast() }
    return body(&self, position.map { object.members[$0].value })
  }

  /// Does something with each element of an array as the current value.
  mutating func elements<Value>(
    of array: [JSONValue], _ body: (inout DocumentDecoder, JSONValue) -> Value?
  ) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(array.count)
    for (index, element) in array.enumerated() {
      steps.append(.element(index))
      if let value = body(&self, element) { values.append(value) }
      steps.removeLast()
    }
    return values
  }

  /// Does something with each member of an object as the current value.
  mutating func members<Value>(
    of object: JSONObject, _ body: (inout DocumentDecoder, String, JSONValue) -> Value?
  ) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(object.count)
    for (position, member) in object.members.enumerated() {
      steps.append(.member(member.name, position: position))
      if let value = body(&self, member.name, member.value) { values.append(value) }
      steps.removeLast()
    }
    return values
  }
}
