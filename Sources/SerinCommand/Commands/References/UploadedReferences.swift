import CodeReferences
import SerinFlags
import Store

/// The places of a scan as they are sent: what a server would refuse is left out, so that it costs no other place.
struct UploadedReferences {
  /// Why a place is left out.
  enum Reason: Hashable {
    /// It has something that is not kept.
    case fault(CodeReferenceFault)
    /// Another one has the same flag and place.
    case repeated
    /// There are more places than one scan may have.
    case number
    /// There are more bytes than one request may have.
    case size

    /// The reason in words.
    var text: String {
      switch self {
      case .fault(let fault): "\(fault.member) \(fault.rule)"
      case .repeated: "another one has the same flag and place"
      case .number: "a branch has at most \(CodeReferenceLimits.places)"
      case .size: "a request has at most \(CodeReferenceLimits.requestBytes) bytes"
      }
    }
  }

  /// What is left out for one reason.
  struct LeftOut: Hashable {
    let reason: Reason
    /// How many places.
    fileprivate(set) var count: Int
    /// Where the first of them is, as `A.swift:3:9`.
    let first: String
  }

  /// The places as elements of the request, in the order of the scan.
  private(set) var elements: [JSONValue] = []
  /// What is left out, in the order in which the reasons came up.
  private(set) var leftOut: [LeftOut] = []
  /// How many lines are sent with a shorter or cleaner text.
  private(set) var changedSnippets = 0

  /// Chooses what is sent.
  ///
  /// - Parameters:
  ///   - references: what the scan found.
  ///   - prefix: what the paths lack to begin at the repository's root.
  ///   - room: how many bytes of the request the elements and the commas between them may take.
  init(_ references: [CodeReference], prefix: String, room: Int) {
    var places: Set<CodeReferencePlace> = []
    var used = 0
    var isFull = false
    for found in references {
      var reference = found
      reference.file = prefix + found.file
      reference.snippet = Self.fitted(found.snippet)
      let record = CodeReferenceRecord(reference)
      if let fault = record.faults.first {
        leaveOut(reference, .fault(fault))
      } else if !places.insert(CodeReferencePlace(record)).inserted {
        leaveOut(reference, .repeated)
      } else if elements.count == CodeReferenceLimits.places {
        leaveOut(reference, .number)
      } else {
        let element = reference.json
        used += element.serialized().count + 1
        isFull = isFull || used > room
        guard !isFull else {
          leaveOut(reference, .size)
          continue
        }
        if !reference.snippet.hasSameBytes(as: found.snippet) { changedSnippets += 1 }
        elements.append(element)
      }
    }
  }

  /// What a person is told of what is not sent as it was found, a line for each reason.
  var remarks: [String] {
    var remarks = leftOut.map { left in
      let count = left.count == 1 ? "1 place is" : "\(left.count) places are"
      return "\(count) left out, \(left.count == 1 ? "at" : "the first at") \(left.first): \(left.reason.text)"
    }
    if changedSnippets > 0 {
      let lines = changedSnippets == 1 ? "1 line" : "\(changedSnippets) lines"
      remarks.append("the text of \(lines) is not sent whole: snippet \(CodeReferenceFault.snippet.rule)")
    }
    return remarks
  }

  /// The same for programs.
  var json: JSONValue {
    .array(
      leftOut.map {
        ["count": .number(Double($0.count)), "first": .string($0.first), "reason": .string($0.reason.text)]
      })
  }

  private mutating func leaveOut(_ reference: CodeReference, _ reason: Reason) {
    if let index = leftOut.firstIndex(where: { $0.reason == reason }) {
      leftOut[index].count += 1
    } else {
      let place = "\(reference.file):\(reference.line):\(reference.column)"
      leftOut.append(LeftOut(reason: reason, count: 1, first: place))
    }
  }

  /// A line as a server keeps it: cut behind a whole character, and U+FFFD in the place of U+0000.
  private static func fitted(_ snippet: String) -> String {
    guard snippet.utf8.count > CodeReferenceLimits.snippetBytes || snippet.utf8.contains(0) else { return snippet }
    var fitted = ""
    var size = 0
    for scalar in snippet.unicodeScalars {
      let kept: Unicode.Scalar = scalar.value == 0 ? "\u{FFFD}" : scalar
      size += UTF8.width(kept)
      guard size <= CodeReferenceLimits.snippetBytes else { break }
      fitted.unicodeScalars.append(kept)
    }
    return fitted
  }
}

extension CodeReferenceRecord {
  /// What a store would keep of a place.
  fileprivate init(_ reference: CodeReference) {
    self.init(
      flagKey: reference.flag, file: reference.file, line: Int64(reference.line), column: Int64(reference.column),
      kind: reference.kind.rawValue, snippet: reference.snippet)
  }
}
